//! What holds in every case, whatever it is about: one legal answer for each search, lines of
//! play that can be played, numbers that make sense, and no panic.

use ajeeb_game::{Rules, Select, Unobserved};

use crate::dialect::{Answer, Dialect, Info, Move, Position, Score};
use crate::engine::What;
use crate::run::{Run, Search};

/// A mate further away than this is a number that has gone wrong.
const FURTHEST_MATE: i64 = 128;

/// Everything that breaks a law, in words.
pub(crate) fn broken<D: Dialect>(run: &Run<D>) -> Vec<String> {
    let mut broken = run.faults.clone();
    broken.extend(
        run.lines()
            .filter(|line| line.contains("panicked at"))
            .map(str::to_owned),
    );
    broken.extend(mistaken_for_output(run));
    for (number, search) in (1..).zip(&run.searches) {
        let faults = numbers(search).into_iter().chain(moves(search).err());
        broken.extend(faults.map(|fault| format!("search {number}: {fault}")));
    }
    broken
}

/// Some clients read standard error as if it were standard output.
fn mistaken_for_output<D: Dialect>(run: &Run<D>) -> Vec<String> {
    let muttered = run.events.iter().filter_map(|event| match &event.what {
        What::Muttered(line) => Some(line),
        _ => None,
    });
    muttered
        .filter(|line| line.starts_with(D::ANSWER) || line.starts_with("info"))
        .map(|line| format!("on standard error: {line}"))
        .collect()
}

/// Checks that answer and lines of play are legal from one of the roots.
fn moves<D: Dialect>(search: &Search<D>) -> Result<(), String> {
    let mut complaint = Err("no root".to_owned());
    for root in &search.roots {
        complaint = moves_from(search, root);
        if complaint.is_ok() {
            break;
        }
    }
    complaint
}

fn moves_from<D: Dialect>(search: &Search<D>, root: &Position<D>) -> Result<(), String> {
    for info in &search.infos {
        playable::<D>(root, &info.pv, search.chess960)?;
    }
    let Some((answer, _)) = &search.answer else {
        return Ok(());
    };
    let Some(best) = &answer.best else {
        return match D::Game::count(root) {
            0 => Ok(()),
            moves => Err(format!("no answer, but there are {moves} legal moves")),
        };
    };
    let line = [Some(best), answer.ponder.as_ref()];
    let line: Vec<String> = line.into_iter().flatten().cloned().collect();
    playable::<D>(root, &line, search.chess960)?;
    agrees_with_last_line(search, answer)
}

/// Plays a line of moves, each spelt exactly as the protocol wants.
pub(crate) fn playable<D: Dialect>(
    root: &Position<D>,
    line: &[String],
    chess960: bool,
) -> Result<Position<D>, String> {
    let mut position = root.clone();
    for text in line {
        let mv = spelt::<D>(&position, text, chess960)
            .ok_or_else(|| format!("{text:?} of {line:?} is not legal, or not spelt so"))?;
        position = D::Game::play(&position, mv, &mut Unobserved);
    }
    Ok(position)
}

/// The legal move that is spelt `text`.
fn spelt<D: Dialect>(position: &Position<D>, text: &str, chess960: bool) -> Option<Move<D>> {
    let mut moves = <D::Game as Rules>::Moves::default();
    D::Game::moves(position, Select::All, &mut moves);
    let mut moves = moves.iter().copied();
    moves.find(|&mv| D::spell(position, mv, chess960) == text)
}

/// The answer starts the last line of play shown, and expects the reply that it shows.
fn agrees_with_last_line<D: Dialect>(search: &Search<D>, answer: &Answer) -> Result<(), String> {
    let main = |info: &&Info| info.line.unwrap_or(1) == 1 && !info.pv.is_empty();
    let Some(last) = search.infos.iter().rev().find(main) else {
        return Err("an answer without a line of play before it".to_owned());
    };
    if last.score.is_none() {
        return Err("a line of play without a score".to_owned());
    }
    let shown = [last.pv.first(), last.pv.get(1)];
    if shown[0] != answer.best.as_ref() {
        return Err(format!("answers {answer:?} after showing {:?}", last.pv));
    }
    match &answer.ponder {
        Some(ponder) if shown[1].is_some_and(|reply| reply != ponder) => {
            Err(format!("ponders {ponder} after showing {:?}", last.pv))
        }
        _ => Ok(()),
    }
}

/// Checks the numbers of a search: an answer at all, effort that only grows, sane scores.
fn numbers<D: Dialect>(search: &Search<D>) -> Vec<String> {
    let mut broken = Vec::new();
    let grows = |values: Vec<f64>| values.is_sorted();
    let infos = || search.infos.iter();
    if !grows(
        infos()
            .filter_map(|info| Some(info.nodes? as f64))
            .collect(),
    ) {
        broken.push("nodes go down".to_owned());
    }
    if !grows(infos().filter_map(|info| info.time).collect()) {
        broken.push("time goes back".to_owned());
    }
    if !grows(
        infos()
            .filter_map(|info| Some(info.depth? as f64))
            .collect(),
    ) {
        broken.push("depth goes down".to_owned());
    }
    for info in infos() {
        match info.score {
            Some(Score::Mate(moves)) if moves.abs() > FURTHEST_MATE => {
                broken.push(format!("an absurd mate: {moves}"));
            }
            Some(Score::Mate(0)) if !info.pv.is_empty() => {
                broken.push("mate 0 with a move to play".to_owned());
            }
            _ => {}
        }
        if info
            .wdl
            .is_some_and(|parts| parts.iter().sum::<i64>() != 1000)
        {
            broken.push(format!("not thousandths: {:?}", info.wdl));
        }
    }
    broken
}
