//! What a case expects beyond the laws, in a form that reads like the case's own words. How each
//! is looked up in what happened is in [`findings`](crate::findings).

use crate::dialect::{Dialect, Score};
use crate::findings::*;
use crate::run::Run;

/// One expectation. Searches count from 1, in the order in which they were asked for.
#[derive(Clone, Copy)]
pub(crate) enum Check {
    /// So many answers in all, where it is not exactly one for each search.
    Answers(usize, usize),
    /// The search answers one of these moves.
    Best(usize, &'static [&'static str]),
    /// The search says that there is no move.
    NoMove(usize),
    /// The search was of this position (a FEN).
    From(usize, &'static str),
    /// The search's last score, in hundredths.
    Cp(usize, i64),
    /// The search's last score, as mate in so many moves.
    Mate(usize, i64),
    /// The search finds a mate for the side to move.
    Mates(usize),
    /// The search shows no score but a lost one.
    Lost(usize),
    /// The last main line has so many plies and ends in mate.
    MatingLine(usize, usize),
    /// The search gets to this depth.
    Depth(usize, i64),
    /// The search visits no more nodes than this.
    Nodes(usize, i64),
    /// The last depth shows so many lines: numbered, best first, with distinct first moves.
    Lines(usize, usize),
    /// The search shows no more than so many lines of information.
    Quiet(usize, usize),
    /// The answer comes after the last line sent that starts so.
    After(usize, &'static str),
    /// The answer comes so many milliseconds after the last `go`, `stop` or hit before it.
    Within(usize, u64),
    /// The answer does not come sooner than that.
    NotBefore(usize, u64),
    /// Perft finds so many positions.
    Perft(u64),
    /// Perft does not list this move.
    PerftLacks(&'static str),
    /// The engine says something that contains this text.
    Says(&'static str),
    /// The engine says no such thing.
    NeverSays(&'static str),
    /// The engine says no line longer than so many characters.
    LinesUpTo(usize),
    /// The engine says exactly this line so many times.
    Times(&'static str, usize),
    /// The engine says that something is wrong.
    Complains,
    /// The second search shows win, draw and loss; the first does not.
    WdlInSecondOnly,
}

use Check::*;

/// Everything about the run that is not as expected, in words.
pub(crate) fn failures<D: Dialect>(run: &Run<D>, checks: &[Check]) -> Vec<String> {
    let asked = run.searches.len();
    let answers = checks.iter().find_map(|check| match *check {
        Answers(least, most) => Some(least..=most),
        _ => None,
    });
    let count = answer_count(run, answers.unwrap_or(asked..=asked));
    let each = checks.iter().map(|check| check.test(run));
    each.chain([count]).filter_map(Result::err).collect()
}

impl Check {
    fn test<D: Dialect>(self, run: &Run<D>) -> Result<(), String> {
        match self {
            Answers(..) => Ok(()),
            Best(n, moves) => answers_one_of(run, n, moves),
            NoMove(n) => answers_none(run, n),
            From(n, fen) => starts_from(find(run, n)?, fen),
            Cp(n, value) => score_is(find(run, n)?, Score::Centi(value)),
            Mate(n, moves) => score_is(find(run, n)?, Score::Mate(moves)),
            Mates(n) => finds_mate(find(run, n)?),
            Lost(n) => is_lost(find(run, n)?),
            MatingLine(n, plies) => mating_line(find(run, n)?, plies),
            Depth(n, depth) => reaches(find(run, n)?, depth),
            Nodes(n, limit) => visits_at_most(find(run, n)?, limit),
            Lines(n, count) => best_lines(find(run, n)?, count),
            Quiet(n, limit) => says_at_most(find(run, n)?, limit),
            After(n, prefix) => answers_after(run, n, prefix),
            Within(n, ms) => answers_within(run, n, ms),
            NotBefore(n, ms) => answers_no_sooner(run, n, ms),
            Perft(count) => perft_is(run, count),
            PerftLacks(mv) => perft_lacks(run, mv),
            Says(text) => says(run, text),
            NeverSays(text) => never_says(run, text),
            LinesUpTo(length) => lines_up_to(run, length),
            Times(text, times) => says_times(run, text, times),
            Complains => complains(run),
            WdlInSecondOnly => wdl_in_second_only(run),
        }
    }
}
