//! Suites: positions, and what an engine should find in them.

use std::fs;
use std::path::{Path, PathBuf};

use ajeeb_protocol::catalog::Family;

use super::epd::Line;
use crate::engine::Verdict;
use crate::games::Arena;

/// A position and its solution.
#[derive(Clone, Debug)]
pub(super) struct Task<G: Arena> {
    /// Its name, or the number of its line.
    pub(super) id: String,
    pub(super) position: G::Position,
    pub(super) goal: Goal<G>,
    /// The solution as the suite has it.
    pub(super) wanted: String,
}

/// What counts as solved: all that is asked for at once.
#[derive(Clone, Debug)]
pub(super) struct Goal<G: Arena> {
    /// One of these moves (`bm`), if there are any.
    best: Vec<G::Move>,
    /// None of these (`am`).
    avoid: Vec<G::Move>,
    /// A mate in so many moves or fewer (`dm`); negative for the side that is mated.
    mate: Option<i32>,
}

impl<G: Arena> Goal<G> {
    /// Does a move with its score solve the task?
    pub(super) fn reached(&self, mv: G::Move, score: Option<Verdict>) -> bool {
        let mates = |limit: i32| match score {
            Some(Verdict::Mate(moves)) => {
                moves.signum() == limit.signum() && moves.abs() <= limit.abs()
            }
            _ => false,
        };
        (self.best.is_empty() || self.best.contains(&mv))
            && !self.avoid.contains(&mv)
            && self.mate.is_none_or(mates)
    }
}

/// A suite.
#[derive(Debug)]
pub(super) struct Suite<G: Arena> {
    pub(super) tasks: Vec<Task<G>>,
    /// Lines that ask for nothing that is known here.
    pub(super) left_out: usize,
}

/// Why a suite cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SuiteError {
    #[error("cannot read {}: {why}", path.display())]
    File { path: PathBuf, why: String },
    #[error("{}, line {line}: {why}", path.display())]
    Line {
        path: PathBuf,
        line: usize,
        why: String,
    },
    #[error("{} has no positions with bm, am or dm, and no columns fen and solution", .0.display())]
    Empty(PathBuf),
}

/// Reads a suite: EPD with `bm`, `am` or `dm`, or a table separated by tabs with the columns `fen`
/// and `solution`, whose first move is the one to find.
///
/// # Errors
/// If the file or a line of it cannot be read, or there is nothing to solve in it.
pub(super) fn read<G: Arena>(path: &Path) -> Result<Suite<G>, SuiteError> {
    let text = text(path)?;
    let suite = match columns(&text) {
        Some(columns) => read_table(&text, columns),
        None => read_lines(&text),
    };
    let suite = suite.map_err(|(line, why)| SuiteError::Line {
        path: path.to_owned(),
        line,
        why,
    })?;
    if suite.tasks.is_empty() {
        return Err(SuiteError::Empty(path.to_owned()));
    }
    Ok(suite)
}

/// Is a suite one of draughts? Draughts FENs have colons, chess FENs have none.
pub(super) fn family(path: &Path) -> Result<Family, SuiteError> {
    let text = text(path)?;
    let is_draughts = columns(&text).is_some()
        || lines(&text).next().is_some_and(|(_, line)| {
            let field = line.split_whitespace().next().unwrap_or_default();
            field.contains(':')
        });
    Ok(if is_draughts {
        Family::Draughts
    } else {
        Family::Chess
    })
}

fn text(path: &Path) -> Result<String, SuiteError> {
    fs::read_to_string(path).map_err(|error| SuiteError::File {
        path: path.to_owned(),
        why: error.to_string(),
    })
}

/// Lines with something on them, counted from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Where `fen` and `solution` are in a table's head.
fn columns(text: &str) -> Option<(usize, usize)> {
    let head = text.lines().next()?;
    let place = |name| head.split('\t').position(|column| column.trim() == name);
    Some((place("fen")?, place("solution")?))
}

fn read_lines<G: Arena>(text: &str) -> Result<Suite<G>, (usize, String)> {
    let family = if G::GAME == "chess" {
        Family::Chess
    } else {
        Family::Draughts
    };
    let mut suite = Suite {
        tasks: Vec::new(),
        left_out: 0,
    };
    for (number, line) in lines(text) {
        let task = Line::read(line, family).and_then(|line| task(&line, number));
        match task.map_err(|why| (number, why))? {
            Some(task) => suite.tasks.push(task),
            None => suite.left_out += 1,
        }
    }
    Ok(suite)
}

fn task<G: Arena>(line: &Line, number: usize) -> Result<Option<Task<G>>, String> {
    let position = G::read_position(&line.position).map_err(|error| error.to_string())?;
    let moves = |code| -> Result<Vec<_>, String> {
        let texts = line.operands(code).unwrap_or_default();
        texts
            .iter()
            .map(|text| read_move::<G>(&position, text.trim_end_matches(',')))
            .collect()
    };
    let mate = line.operands("dm").map(|operands| {
        let text = operands.concat();
        let moves = text
            .parse()
            .ok()
            .filter(|moves: &i32| *moves != 0 && *moves > i32::MIN);
        moves.ok_or_else(|| format!("\"dm {text}\" is no number of moves"))
    });
    let goal = Goal {
        best: moves("bm")?,
        avoid: moves("am")?,
        mate: mate.transpose()?,
    };
    if goal.best.is_empty() && goal.avoid.is_empty() && goal.mate.is_none() {
        return Ok(None);
    }
    let wanted = ["bm", "am", "dm"]
        .into_iter()
        .filter_map(|code| Some(format!("{code} {}", line.operands(code)?.join(" "))));
    Ok(Some(Task {
        id: line
            .operands("id")
            .map_or_else(|| format!("line {number}"), |words| words.join(" ")),
        wanted: wanted.collect::<Vec<_>>().join(", "),
        position,
        goal,
    }))
}

fn read_table<G: Arena>(
    text: &str,
    (fen, solution): (usize, usize),
) -> Result<Suite<G>, (usize, String)> {
    let mut suite = Suite {
        tasks: Vec::new(),
        left_out: 0,
    };
    for (number, line) in lines(text).skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        let field = |place: usize| fields.get(place).copied().unwrap_or_default();
        let Some(first) = field(solution).split_whitespace().next() else {
            suite.left_out += 1;
            continue;
        };
        let position = G::read_position(field(fen)).map_err(|error| (number, error.to_string()))?;
        let best = read_move::<G>(&position, first).map_err(|why| (number, why))?;
        suite.tasks.push(Task {
            id: format!("line {number}"),
            position,
            goal: Goal {
                best: vec![best],
                avoid: Vec::new(),
                mate: None,
            },
            wanted: format!("bm {first}"),
        });
    }
    Ok(suite)
}

fn read_move<G: Arena>(position: &G::Position, text: &str) -> Result<G::Move, String> {
    G::read_move(position, text).map_err(|error| error.to_string())
}

/// The task of a line, for tests.
#[cfg(test)]
pub(super) fn only_task<G: Arena>(line: &str) -> Task<G> {
    let mut suite = read_lines::<G>(line).expect("a readable line");
    suite.tasks.pop().expect("a task")
}

#[cfg(test)]
mod tests {
    use ajeeb_chess::Chess;
    use ajeeb_draughts::{Draughts, International};
    use ajeeb_engine_tests::shared;

    use super::*;

    #[test]
    fn lines_ask_for_moves_and_mates() {
        let text = "# a comment\n\
            4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#; dm 1; id \"mate\";\n\
            4k3/8/4K3/8/8/8/8/R7 w - - am Ra7, Ra2;\n\
            4k3/8/4K3/8/8/8/8/R7 w - - c0 \"draw\";\n";
        let suite = read_lines::<Chess>(text).unwrap();
        assert_eq!((suite.tasks.len(), suite.left_out), (2, 1));
        let [mate, avoid] = &suite.tasks[..] else {
            panic!()
        };
        assert_eq!(
            (mate.id.as_str(), mate.wanted.as_str()),
            ("mate", "bm Ra8#, dm 1")
        );
        assert_eq!(
            (avoid.id.as_str(), avoid.wanted.as_str()),
            ("line 3", "am Ra7, Ra2")
        );
        let mv = |text| read_move::<Chess>(&mate.position, text).unwrap();
        assert!(mate.goal.reached(mv("Ra8"), Some(Verdict::Mate(1))));
        for score in [
            None,
            Some(Verdict::Mate(2)),
            Some(Verdict::Mate(-1)),
            Some(Verdict::Units(9.0)),
        ] {
            assert!(!mate.goal.reached(mv("Ra8"), score), "{score:?}");
        }
        assert!(!mate.goal.reached(mv("Ra7"), Some(Verdict::Mate(1))));
        let mated = only_task::<Chess>("4k3/8/4K3/8/8/8/8/R7 b - - dm -2;");
        let flight = read_move::<Chess>(&mated.position, "Kd8").unwrap();
        let reached = |moves| mated.goal.reached(flight, Some(Verdict::Mate(moves)));
        assert!(reached(-2) && reached(-1) && !reached(-3) && !reached(1));
        assert!(avoid.goal.reached(mv("Ra8"), None) && !avoid.goal.reached(mv("Ra2"), None));
    }

    #[test]
    fn bad_lines_are_named() {
        let error = |line: &str| read_lines::<Chess>(&format!("\n{line}\n")).unwrap_err();
        let (number, why) = error("4k3/8/4K3/8/8/8/8/R7 w - - bm Rb2;");
        assert_eq!((number, why.as_str()), (2, "\"Rb2\" is not legal here"));
        assert_eq!(
            error("4k3/8/4K3/8/8/8/8/R7 w - - dm 0;").1,
            "\"dm 0\" is no number of moves"
        );
        assert_eq!(error("x w - -").0, 2);
    }

    #[test]
    fn tables_ask_for_the_first_move_of_the_solution() {
        type Game = Draughts<International>;
        let text = "name\tfen\tsolution\na\tW:W28,50:B22,1\t28x17 1-7\nb\tW:W28:B1\t\n";
        let suite = read_table::<Game>(text, columns(text).unwrap()).unwrap();
        assert_eq!((suite.tasks.len(), suite.left_out), (1, 1));
        assert_eq!(suite.tasks[0].wanted, "bm 28x17");
        let bad = text.replace("28x17", "28-23");
        assert_eq!(read_table::<Game>(&bad, (1, 2)).unwrap_err().0, 2);
    }

    /// Collections that others have checked are read without an error.
    #[test]
    fn known_suites_are_read() {
        for (file, tasks) in [
            ("wac", 300),
            ("mates-matetrack", 6554),
            ("zugzwang", 33),
            ("eret", 111),
            ("sts-v3", 1497),
        ] {
            let Some(path) = shared::find(&format!("data/chess/tactics/{file}.epd")) else {
                return;
            };
            assert_eq!(family(&path).unwrap(), Family::Chess);
            assert_eq!(read::<Chess>(&path).unwrap().tasks.len(), tasks, "{file}");
        }
        let Some(path) = shared::find("data/draughts/problems/compositions.tsv") else {
            return;
        };
        assert_eq!(family(&path).unwrap(), Family::Draughts);
        assert_eq!(
            read::<Draughts<International>>(&path).unwrap().tasks.len(),
            245
        );
    }
}
