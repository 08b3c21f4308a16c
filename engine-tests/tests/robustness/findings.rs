//! Looks up in a run what a [`Check`](crate::check::Check) is about, one function each. An error
//! says what was found instead.

use std::ops::RangeInclusive;
use std::time::Duration;

use ajeeb_game::{Notation, Rules};

use crate::dialect::{Dialect, Info, Score};
use crate::engine::What;
use crate::laws;
use crate::run::{Run, Search, slack};

type Finding = Result<(), String>;

fn ensure(right: bool, found: impl FnOnce() -> String) -> Finding {
    if right { Ok(()) } else { Err(found()) }
}

/// Search number `n`, counted from 1.
pub(crate) fn find<D: Dialect>(run: &Run<D>, n: usize) -> Result<&Search<D>, String> {
    let search = n.checked_sub(1).and_then(|at| run.searches.get(at));
    search.ok_or_else(|| format!("there is no search {n}"))
}

pub(crate) fn answer_count<D: Dialect>(run: &Run<D>, right: RangeInclusive<usize>) -> Finding {
    let count = run
        .searches
        .iter()
        .filter(|search| search.answer.is_some())
        .count();
    ensure(right.contains(&count), || {
        format!("{count} answers, not {right:?}")
    })
}

fn best<D: Dialect>(run: &Run<D>, n: usize) -> Result<Option<&str>, String> {
    let answer = find(run, n)?.answer.as_ref();
    let (answer, _) = answer.ok_or_else(|| format!("search {n} has no answer"))?;
    Ok(answer.best.as_deref())
}

pub(crate) fn answers_one_of<D: Dialect>(run: &Run<D>, n: usize, moves: &[&str]) -> Finding {
    let best = best(run, n)?;
    let right = best.is_some_and(|best| moves.contains(&best));
    ensure(right, || {
        format!("search {n} answers {best:?}, not one of {moves:?}")
    })
}

pub(crate) fn answers_none<D: Dialect>(run: &Run<D>, n: usize) -> Finding {
    let best = best(run, n)?;
    ensure(best.is_none(), || {
        format!("search {n} answers {best:?}, not none")
    })
}

/// The root is `fen`, and was not refused in favour of an earlier position.
pub(crate) fn starts_from<D: Dialect>(search: &Search<D>, fen: &str) -> Finding {
    let root = D::Game::read_position(fen).map_err(|error| error.to_string())?;
    let roots: Vec<String> = search.roots.iter().map(D::Game::write_position).collect();
    ensure(search.roots == [root], || {
        format!("from {roots:?}, not {fen}")
    })
}

/// The last line of information with a score for the best move.
fn last<D: Dialect>(search: &Search<D>) -> Result<&Info, String> {
    let main = |info: &&Info| info.score.is_some() && info.line.unwrap_or(1) == 1;
    let info = search.infos.iter().rev().find(main);
    info.ok_or_else(|| "no score".to_owned())
}

pub(crate) fn score_is<D: Dialect>(search: &Search<D>, right: Score) -> Finding {
    let score = last(search)?.score;
    ensure(score == Some(right), || format!("{score:?}, not {right:?}"))
}

pub(crate) fn finds_mate<D: Dialect>(search: &Search<D>) -> Finding {
    let score = last(search)?.score;
    let right = matches!(score, Some(Score::Mate(1..)));
    ensure(right, || format!("no mate but {score:?}"))
}

pub(crate) fn is_lost<D: Dialect>(search: &Search<D>) -> Finding {
    let mut scores = search.infos.iter().filter_map(|info| info.score);
    let wrong = scores.find(|score| score.rank() >= 0 && *score != Score::Mate(0));
    ensure(wrong.is_none(), || format!("{wrong:?} in a lost position"))
}

pub(crate) fn mating_line<D: Dialect>(search: &Search<D>, plies: usize) -> Finding {
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

pub(crate) fn reaches<D: Dialect>(search: &Search<D>, depth: i64) -> Finding {
    let most = search.infos.iter().filter_map(|info| info.depth).max();
    ensure(most >= Some(depth), || {
        format!("depth {most:?}, not {depth}")
    })
}

pub(crate) fn visits_at_most<D: Dialect>(search: &Search<D>, limit: i64) -> Finding {
    let nodes = search.infos.iter().filter_map(|info| info.nodes).max();
    let right = nodes.is_some_and(|nodes| nodes <= limit);
    ensure(right, || format!("{nodes:?} nodes, more than {limit}"))
}

/// The last block of lines at the greatest depth: numbered, best first, with distinct moves.
pub(crate) fn best_lines<D: Dialect>(search: &Search<D>, count: usize) -> Finding {
    let with_line = || search.infos.iter().filter(|info| !info.pv.is_empty());
    let depth = with_line().filter_map(|info| info.depth).max();
    let deepest: Vec<&Info> = with_line().filter(|info| info.depth == depth).collect();
    let number = |info: &&Info| info.line.unwrap_or(1);
    let none_beyond = deepest.iter().all(|info| number(info) <= count);
    let block = &deepest[deepest.len().saturating_sub(count)..];
    let numbered = block.iter().map(number).eq(1..=count);
    ensure(numbered && none_beyond, || {
        format!("not {count} lines in order: {block:?}")
    })?;

    let worse = block.iter().filter_map(|info| Some(-info.score?.rank()));
    ensure(worse.is_sorted(), || format!("not best first: {block:?}"))?;
    let mut moves: Vec<_> = block.iter().map(|info| info.pv.first()).collect();
    moves.sort();
    moves.dedup();
    ensure(moves.len() == count, || {
        format!("first moves repeat: {moves:?}")
    })
}

pub(crate) fn says_at_most<D: Dialect>(search: &Search<D>, limit: usize) -> Finding {
    let count = search.infos.len();
    ensure(count <= limit, || format!("a flood of {count} lines"))
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

pub(crate) fn answers_after<D: Dialect>(run: &Run<D>, n: usize, prefix: &str) -> Finding {
    let answered = answered(run, n)?;
    let last = sent(run, run.events.len(), &[prefix]);
    let right = last.is_some_and(|sent| sent < answered);
    ensure(right, || format!("search {n} answers before {prefix:?}"))
}

/// Time from the last `go`, `stop` or hit to the answer.
fn delay<D: Dialect>(run: &Run<D>, n: usize) -> Result<Duration, String> {
    let answered = answered(run, n)?;
    let asked = sent(run, answered, &["go", "stop", "ponderhit", "ponder-hit"]);
    let asked = asked.ok_or("nothing was asked")?;
    Ok(run.at(answered) - run.at(asked))
}

pub(crate) fn answers_within<D: Dialect>(run: &Run<D>, n: usize, ms: u64) -> Finding {
    let time = delay(run, n)?;
    let right = time <= Duration::from_millis(ms) + slack();
    ensure(right, || format!("search {n} answers after {time:?}"))
}

pub(crate) fn answers_no_sooner<D: Dialect>(run: &Run<D>, n: usize, ms: u64) -> Finding {
    let time = delay(run, n)?;
    let right = time >= Duration::from_millis(ms);
    ensure(right, || format!("search {n} answers after only {time:?}"))
}

pub(crate) fn perft_is<D: Dialect>(run: &Run<D>, right: u64) -> Finding {
    let total = run.perft.iter().find(|(name, _)| name.is_empty());
    let total = total.map(|&(_, total)| total);
    ensure(total == Some(right), || {
        format!("perft is {total:?}, not {right}")
    })
}

pub(crate) fn perft_lacks<D: Dialect>(run: &Run<D>, mv: &str) -> Finding {
    let listed = run.perft.iter().any(|(name, _)| name == mv);
    let right = !listed && !run.perft.is_empty();
    ensure(right, || format!("perft lists {mv}, or nothing"))
}

pub(crate) fn says<D: Dialect>(run: &Run<D>, text: &str) -> Finding {
    let said = run.lines().any(|line| line.contains(text));
    ensure(said, || format!("nothing says {text:?}"))
}

pub(crate) fn never_says<D: Dialect>(run: &Run<D>, text: &str) -> Finding {
    let line = run.lines().find(|line| line.contains(text));
    ensure(line.is_none(), || format!("unwanted: {line:?}"))
}

pub(crate) fn lines_up_to<D: Dialect>(run: &Run<D>, length: usize) -> Finding {
    let longest = run.lines().map(str::len).max().unwrap_or(0);
    ensure(longest <= length, || {
        format!("a line of {longest} characters")
    })
}

pub(crate) fn says_times<D: Dialect>(run: &Run<D>, text: &str, times: usize) -> Finding {
    let count = run.lines().filter(|&line| line == text).count();
    ensure(count == times, || {
        format!("{count} times {text:?}, not {times}")
    })
}

pub(crate) fn complains<D: Dialect>(run: &Run<D>) -> Finding {
    let complains = run.events.iter().any(|event| match &event.what {
        What::Said(line) => line.starts_with("info string") || line.starts_with("error message"),
        What::Muttered(_) => true,
        What::Sent(_) => false,
    });
    ensure(complains, || "no word about what is wrong".to_owned())
}

pub(crate) fn wdl_in_second_only<D: Dialect>(run: &Run<D>) -> Finding {
    let shows = |search: &Search<D>| search.infos.iter().any(|info| info.wdl.is_some());
    let shown = (shows(find(run, 1)?), shows(find(run, 2)?));
    ensure(shown == (false, true), || format!("wdl shown: {shown:?}"))
}
