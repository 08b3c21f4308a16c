//! The state of a match: what has been played, and what each engine has made of it.

use std::collections::HashMap;

use ajeeb_base::Side;

use crate::schedule::{Job, Player};
use crate::sprt::{Progress, Sprt, Verdict};
use crate::stats::{GameScore, Pairs, Tally};
use crate::usage::Usage;

/// Games won, drawn and lost, and the same in pairs as far as they are complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Results {
    pub(crate) games: Tally,
    pub(crate) pairs: Pairs,
}

impl Results {
    /// The same for the other side.
    pub(crate) fn reversed(self) -> Results {
        Results {
            games: self.games.reversed(),
            pairs: self.pairs.reversed(),
        }
    }
}

/// An engine that takes part.
#[derive(Debug)]
pub(crate) struct Entrant {
    pub(crate) name: String,
    /// Its time control.
    pub(crate) control: String,
    /// Against all others.
    pub(crate) results: Results,
    pub(crate) usage: Usage,
}

/// Two engines that meet.
#[derive(Debug)]
pub(crate) struct Encounter {
    pub(crate) players: [Player; 2],
    /// The first one's.
    pub(crate) results: Results,
}

/// What has happened so far.
#[derive(Debug)]
pub(crate) struct Standing {
    pub(crate) game: String,
    /// Games in all, unless a test ends the match earlier.
    pub(crate) planned: usize,
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) encounters: Vec<Encounter>,
    played: usize,
    /// The first game of each pair whose second is still to come, for the encounter's first
    /// player.
    open: HashMap<usize, GameScore>,
    sprt: Option<Sprt>,
    verdict: Option<Verdict>,
}

impl Standing {
    /// Before the first of `planned` games between engines with these names and time controls.
    pub(crate) fn new(
        game: String,
        engines: impl IntoIterator<Item = (String, String)>,
        pairings: &[[Player; 2]],
        planned: usize,
        sprt: Option<Sprt>,
    ) -> Standing {
        let entrants = engines.into_iter().map(|(name, control)| Entrant {
            name,
            control,
            results: Results::default(),
            usage: Usage::default(),
        });
        let encounters = pairings.iter().map(|&players| Encounter {
            players,
            results: Results::default(),
        });
        Standing {
            game,
            planned,
            entrants: entrants.collect(),
            encounters: encounters.collect(),
            played: 0,
            open: HashMap::new(),
            sprt,
            verdict: None,
        }
    }

    /// Counts a game: White's score, and both sides' accounts, White's first.
    pub(crate) fn add(&mut self, job: &Job, white: GameScore, usage: [&Usage; 2]) {
        self.played += 1;
        let scores = [white, white.reversed()];
        for side in Side::BOTH {
            let entrant = &mut self.entrants[job.player(side).0];
            entrant.results.games.add(scores[side.index()]);
            entrant.usage.add(usage[side.index()]);
        }
        let encounter = &mut self.encounters[job.pairing];
        let score = if job.players == encounter.players {
            white
        } else {
            white.reversed()
        };
        encounter.results.games.add(score);
        match self.open.remove(&job.pair()) {
            Some(other) => self.add_pair(job.pairing, [other, score]),
            None => _ = self.open.insert(job.pair(), score),
        }
    }

    /// Counts a complete pair; the scores are the encounter's first player's.
    fn add_pair(&mut self, pairing: usize, scores: [GameScore; 2]) {
        let encounter = &mut self.encounters[pairing];
        encounter.results.pairs.add(scores);
        let [first, second] = encounter.players;
        self.entrants[first.0].results.pairs.add(scores);
        let reversed = scores.map(GameScore::reversed);
        self.entrants[second.0].results.pairs.add(reversed);
        self.verdict = self.test().and_then(|test| test.verdict);
    }

    /// How the test stands, if there is one.
    pub(crate) fn test(&self) -> Option<Progress> {
        let sprt = self.sprt.as_ref()?;
        let pairs = &self.encounters.first()?.results.pairs;
        Some(sprt.progress(pairs, self.verdict))
    }

    /// Has the test accepted a hypothesis?
    pub(crate) fn is_decided(&self) -> bool {
        self.verdict.is_some()
    }

    /// Games played so far.
    pub(crate) fn played(&self) -> usize {
        self.played
    }

    /// The one encounter of a match of two engines, and their names.
    pub(crate) fn duel(&self) -> Option<([&str; 2], &Results)> {
        match (&self.entrants[..], &self.encounters[..]) {
            ([first, second], [encounter]) => {
                Some(([&first.name, &second.name], &encounter.results))
            }
            _ => None,
        }
    }

    /// The first engine's results against the second, if they meet.
    pub(crate) fn between(&self, first: Player, second: Player) -> Option<Results> {
        self.encounters
            .iter()
            .find_map(|encounter| match encounter.players {
                players if players == [first, second] => Some(encounter.results),
                players if players == [second, first] => Some(encounter.results.reversed()),
                _ => None,
            })
    }

    /// All engines, the one with the largest share of its points first.
    pub(crate) fn ranking(&self) -> Vec<Player> {
        let mut players: Vec<_> = (0..self.entrants.len()).map(Player).collect();
        let share = |player: &Player| self.entrants[player.0].results.games.score();
        players.sort_by(|a, b| share(b).total_cmp(&share(a)));
        players
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::schedule::{Format, Schedule};
    use GameScore::{Draw, Loss, Win};

    /// A match in which White's score is `score(White, Black, game in the pair)`, until it says
    /// nothing.
    pub(crate) fn played(
        names: &[&str],
        rounds: usize,
        sprt: Option<Sprt>,
        mut score: impl FnMut(usize, usize, usize) -> Option<GameScore>,
    ) -> Standing {
        let pairings = Format::RoundRobin.pairings(names.len());
        let schedule = Schedule::new(pairings, rounds, 1);
        let engines = names.iter().zip(["1+0", "nodes=5"].iter().cycle());
        let engines = engines.map(|(name, control)| ((*name).into(), (*control).into()));
        let planned = schedule.games();
        let mut standing =
            Standing::new("chess".into(), engines, schedule.pairings(), planned, sprt);
        let boards = 2 * schedule.pairings().len();
        for number in 0..planned {
            let job = schedule.job(number / boards, number % boards).unwrap();
            let [white, black] = job.players;
            let Some(score) = score(white.0, black.0, number % 2) else {
                break;
            };
            let usage = Usage::default();
            standing.add(&job, score, [&usage, &usage]);
        }
        standing
    }

    #[test]
    fn everybody_is_credited_with_every_game() {
        // The earlier engine in the list wins with White and draws with Black.
        let standing = played(&["A", "B", "C"], 2, None, |white, black, _| {
            Some(if white < black { Win } else { Draw })
        });
        assert_eq!(standing.played(), 12);
        let points: Vec<_> = standing
            .entrants
            .iter()
            .map(|entrant| entrant.results.games.points())
            .collect();
        assert_eq!(points, [6.0, 4.0, 2.0]);
        assert_eq!(standing.entrants[1].results.pairs, Pairs([0, 2, 0, 2, 0]));
        assert_eq!(standing.ranking(), [Player(0), Player(1), Player(2)]);
        let between = standing.between(Player(2), Player(0)).unwrap();
        assert_eq!((between.games.losses, between.games.draws), (2, 2));
        assert_eq!(between.pairs, Pairs([0, 2, 0, 0, 0]));
        assert!(standing.duel().is_none());
    }

    #[test]
    fn a_pair_counts_when_it_is_complete() {
        let mut scores = [Win, Loss, Loss].into_iter();
        let standing = played(&["A", "B"], 2, None, |_, _, _| scores.next());
        let (names, results) = standing.duel().unwrap();
        assert_eq!(names, ["A", "B"]);
        assert_eq!((results.games.wins, results.games.losses), (2, 1));
        assert_eq!(results.pairs, Pairs([0, 0, 0, 0, 1]));
    }

    #[test]
    fn a_verdict_stays() {
        let sprt = Sprt::read(["elo0=0", "elo1=50"]).unwrap();
        let mut games = 0;
        let standing = played(&["A", "B"], 60, Some(sprt), |white, _, _| {
            games += 1;
            let wins = (white == 0) == (games <= 40);
            Some(if wins { Win } else { Loss })
        });
        let test = standing.test().unwrap();
        assert!(test.llr < test.lower, "{test}");
        assert_eq!(test.verdict, Some(Verdict::H1));
        assert!(standing.is_decided());
    }
}
