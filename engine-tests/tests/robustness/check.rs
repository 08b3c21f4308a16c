//! What a case expects beyond the laws, in a form that reads like the case's own words.

use std::ops::RangeInclusive;
use std::time::Duration;

use ajeeb_game::{Notation, Rules};

use crate::dialect::{Dialect, Info, Score};
use crate::engine::What;
use crate::laws;
use crate::run::{Run, Search, slack};

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
    let exact = run.searches.len()..=run.searches.len();
    let answers = checks.iter().find_map(|check| match *check {
        Answers(least, most) => Some(least..=most),
        _ => None,
    });
    let count = answer_count(run, answers.unwrap_or(exact));
    let each = checks.iter().map(|check| check.test(run));
    each.chain([count]).filter_map(Result::err).collect()
}

fn answer_count<D: Dialect>(run: &Run<D>, right: RangeInclusive<usize>) -> Result<(), String> {
    let count = run.searches.iter().filter(|s| s.answer.is_some()).count();
    ensure(right.contains(&count), || {
        format!("{count} answers, not {right:?}")
    })
}

impl Check {
    fn test<D: Dialect>(self, run: &Run<D>) -> Result<(), String> {
        match self {
            Answers(..) => Ok(()),
            Best(n, moves) => {
                let best = best(find(run, n)?)?;
                let right = best
                    .as_ref()
                    .is_some_and(|best| moves.contains(&best.as_str()));
                ensure(right, || {
                    format!("search {n} answers {best:?}, not one of {moves:?}")
                })
            }
            NoMove(n) => {
                let best = best(find(run, n)?)?;
                ensure(best.is_none(), || {
                    format!("search {n} answers {best:?}, not none")
                })
            }
            From(n, fen) => from(find(run, n)?, fen),
            Cp(n, value) => score_is(run, n, Score::Centi(value)),
            Mate(n, moves) => score_is(run, n, Score::Mate(moves)),
            Mates(n) => {
                let score = last(find(run, n)?)?.score;
                let right = matches!(score, Some(Score::Mate(1..)));
                ensure(right, || format!("search {n} finds no mate but {score:?}"))
            }
            Lost(n) => {
                let mut scores = find(run, n)?.infos.iter().filter_map(|info| info.score);
                let wrong = scores.find(|score| score.rank() >= 0 && *score != Score::Mate(0));
                ensure(wrong.is_none(), || {
                    format!("search {n} is lost, not {wrong:?}")
                })
            }
            MatingLine(n, plies) => mating_line(find(run, n)?, plies),
            Depth(n, depth) => {
                let most = find(run, n)?
                    .infos
                    .iter()
                    .filter_map(|info| info.depth)
                    .max();
                ensure(most >= Some(depth), || {
                    format!("search {n} gets to depth {most:?}")
                })
            }
            Nodes(n, limit) => {
                let nodes = find(run, n)?
                    .infos
                    .iter()
                    .filter_map(|info| info.nodes)
                    .max();
                ensure(nodes.is_some_and(|nodes| nodes <= limit), || {
                    format!("search {n} visits {nodes:?} nodes, more than {limit}")
                })
            }
            Lines(n, count) => lines(find(run, n)?, count),
            Quiet(n, limit) => {
                let count = find(run, n)?.infos.len();
                ensure(count <= limit, || {
                    format!("search {n} floods: {count} lines")
                })
            }
            After(n, prefix) => after(run, n, prefix),
            Within(n, ms) => {
                let time = delay(run, n)?;
                let limit = Duration::from_millis(ms) + slack();
                ensure(time <= limit, || {
                    format!("search {n} answers after {time:?}")
                })
            }
            NotBefore(n, ms) => {
                let time = delay(run, n)?;
                let right = time >= Duration::from_millis(ms);
                ensure(right, || format!("search {n} answers after only {time:?}"))
            }
            Perft(count) => {
                let total = run.perft.iter().find(|(name, _)| name.is_empty());
                let total = total.map(|&(_, total)| total);
                ensure(total == Some(count), || {
                    format!("perft is {total:?}, not {count}")
                })
            }
            PerftLacks(mv) => {
                let there = run.perft.iter().any(|(name, _)| name == mv);
                ensure(!there && !run.perft.is_empty(), || {
                    format!("perft lists {mv}")
                })
            }
            Says(text) => {
                let said = run.lines().any(|line| line.contains(text));
                ensure(said, || format!("nothing says {text:?}"))
            }
            NeverSays(text) => {
                let line = run.lines().find(|line| line.contains(text));
                ensure(line.is_none(), || format!("unwanted: {line:?}"))
            }
            LinesUpTo(length) => {
                let longest = run.lines().map(str::len).max().unwrap_or(0);
                ensure(longest <= length, || {
                    format!("a line of {longest} characters")
                })
            }
            Times(text, times) => {
                let count = run.lines().filter(|&line| line == text).count();
                ensure(count == times, || {
                    format!("{count} times {text:?}, not {times}")
                })
            }
            Complains => {
                let complaint = |line: &str| {
                    line.starts_with("info string") || line.starts_with("error message")
                };
                let muttered = |what: &What| matches!(what, What::Muttered(_));
                let complains = run.lines().any(complaint)
                    || run.events.iter().any(|event| muttered(&event.what));
                ensure(complains, || "no word about what is wrong".to_owned())
            }
            WdlInSecondOnly => {
                let shows = |search: &Search<D>| search.infos.iter().any(|i| i.wdl.is_some());
                let shown = (shows(find(run, 1)?), shows(find(run, 2)?));
                ensure(shown == (false, true), || format!("wdl shown: {shown:?}"))
            }
        }
    }
}

fn ensure(right: bool, complaint: impl FnOnce() -> String) -> Result<(), String> {
    if right { Ok(()) } else { Err(complaint()) }
}

fn find<D: Dialect>(run: &Run<D>, n: usize) -> Result<&Search<D>, String> {
    let search = n.checked_sub(1).and_then(|at| run.searches.get(at));
    search.ok_or_else(|| format!("there is no search {n}"))
}

fn best<D: Dialect>(search: &Search<D>) -> Result<&Option<String>, String> {
    let answer = search.answer.as_ref().ok_or("no answer")?;
    Ok(&answer.0.best)
}

/// The last line of information with a score for the best move.
fn last<D: Dialect>(search: &Search<D>) -> Result<&Info, String> {
    let main = |info: &&Info| info.score.is_some() && info.line.unwrap_or(1) == 1;
    let info = search.infos.iter().rev().find(main);
    info.ok_or_else(|| "no score".to_owned())
}

fn score_is<D: Dialect>(run: &Run<D>, n: usize, right: Score) -> Result<(), String> {
    let score = last(find(run, n)?)?.score;
    ensure(score == Some(right), || {
        format!("search {n}: {score:?}, not {right:?}")
    })
}

/// The root is `fen`, and was not refused in favour of an earlier position.
fn from<D: Dialect>(search: &Search<D>, fen: &str) -> Result<(), String> {
    let root = D::Game::read_position(fen).map_err(|error| error.to_string())?;
    let roots: Vec<String> = search.roots.iter().map(D::Game::write_position).collect();
    ensure(search.roots == [root], || {
        format!("from {roots:?}, not {fen}")
    })
}

fn mating_line<D: Dialect>(search: &Search<D>, plies: usize) -> Result<(), String> {
    let line = &last(search)?.pv;
    ensure(line.len() == plies, || {
        format!("{line:?} does not have {plies} plies")
    })?;
    let root = search.roots.first().ok_or("no root")?;
    let end = laws::playable::<D>(root, line, search.chess960)?;
    ensure(D::Game::count(&end) == 0, || {
        format!("{line:?} does not mate")
    })
}

fn lines<D: Dialect>(search: &Search<D>, count: usize) -> Result<(), String> {
    let depth = search
        .infos
        .iter()
        .filter(|i| !i.pv.is_empty())
        .filter_map(|i| i.depth)
        .max();
    let deepest: Vec<&Info> = search.infos.iter().filter(|i| i.depth == depth).collect();
    let last_block = deepest.len().saturating_sub(count);
    let block = &deepest[last_block..];
    let numbered = block.iter().map(|i| i.line.unwrap_or(1)).eq(1..=count);
    ensure(numbered, || {
        format!("not {count} numbered lines at depth {depth:?}: {block:?}")
    })?;
    ensure(deepest.iter().all(|i| i.line.unwrap_or(1) <= count), || {
        "more lines".to_owned()
    })?;
    let ranks: Vec<i64> = block
        .iter()
        .filter_map(|i| Some(-i.score?.rank()))
        .collect();
    ensure(ranks.is_sorted(), || format!("not best first: {block:?}"))?;
    let mut moves: Vec<_> = block.iter().map(|i| i.pv.first()).collect();
    moves.sort();
    moves.dedup();
    ensure(moves.len() == count, || {
        format!("first moves repeat: {moves:?}")
    })
}

fn answered<D: Dialect>(run: &Run<D>, n: usize) -> Result<usize, String> {
    let answer = find(run, n)?.answer.as_ref();
    answer
        .map(|&(_, at)| at)
        .ok_or_else(|| format!("search {n} has no answer"))
}

/// The last event before `end` that sent a line starting with one of `prefixes`.
fn sent<D: Dialect>(run: &Run<D>, end: usize, prefixes: &[&str]) -> Option<usize> {
    run.events[..end]
        .iter()
        .rposition(|event| match &event.what {
            What::Sent(line) => prefixes
                .iter()
                .any(|prefix| line.trim_start().starts_with(prefix)),
            _ => false,
        })
}

fn after<D: Dialect>(run: &Run<D>, n: usize, prefix: &str) -> Result<(), String> {
    let answered = answered(run, n)?;
    let last = sent(run, run.events.len(), &[prefix]);
    ensure(last.is_some_and(|sent| sent < answered), || {
        format!("search {n} answers before {prefix:?}")
    })
}

fn delay<D: Dialect>(run: &Run<D>, n: usize) -> Result<Duration, String> {
    let answered = answered(run, n)?;
    let asked = sent(run, answered, &["go", "stop", "ponderhit", "ponder-hit"]);
    let asked = asked.ok_or("nothing was asked")?;
    Ok(run.at(answered) - run.at(asked))
}
