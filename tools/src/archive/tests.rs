//! Whole files: this program's own, and those of others.

use std::fs;
use std::path::Path;

use ajeeb_chess::Chess;
use ajeeb_draughts::{Draughts, Frisian, International};
use ajeeb_engine_tests::shared;
use ajeeb_game::{Notation, Unobserved};
use proptest::prelude::*;
use tempfile::TempDir;

use super::*;

/// Writes a file, and hands it to `look`.
fn with_file<T>(name: &str, text: impl AsRef<[u8]>, look: impl FnOnce(&Path) -> T) -> T {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a file");
    look(&path)
}

fn moves<G: Arena>(game: &Game<G>) -> Vec<String> {
    let mut position = game.start.clone();
    let moves = game.moves.iter().map(|played| {
        let text = G::write_short(&position, played.mv);
        position = G::play(&position, played.mv, &mut Unobserved);
        text
    });
    moves.collect()
}

fn last_position<G: Arena>(game: &Game<G>) -> String {
    let moves = game.moves.iter();
    let last = moves.fold(game.start.clone(), |position, played| {
        G::play(&position, played.mv, &mut Unobserved)
    });
    G::write_position(&last)
}

const OWN: &str = r#"[Event "Ajeeb lab match"]
[White "A"]
[Black "B"]
[Result "0-1"]
[Termination "checkmate"]

1. f3 {-0.50/7 0.012s} e5 {0.100s} 2. g4 {+0.50/7 0.012s} Qh4#
{+M1/7 0.012s} {checkmate} 0-1

"#;

#[test]
fn own_games_are_read() {
    let games = with_file("x.pgn", OWN.repeat(2), read::<Chess>).unwrap();
    assert_eq!(games.len(), 2);
    let game = &games[1];
    assert_eq!(moves(game), ["f3", "e5", "g4", "Qh4#"]);
    assert_eq!(game.heading.result, GameResult::LOSS);
    assert_eq!(game.heading.player(ajeeb_base::Side::Black), "B");
    assert_eq!(
        game.moves[3].comment.as_deref(),
        Some("+M1/7 0.012s checkmate")
    );
    assert_eq!(game.heading.bytes, OWN.len()..2 * OWN.len());
}

#[test]
fn a_game_that_is_cut_off_is_told_from_whole_ones() {
    for cut in 0..OWN.len() {
        let text = OWN.to_owned() + &OWN[..cut];
        let games = with_file("x.pgn", &text, read::<Chess>).unwrap();
        assert!(games[0].heading.complete);
        assert_eq!(games[0].heading.bytes.end, OWN.len());
        if let Some(game) = games.get(1) {
            // The last line end is one more than it takes.
            assert_eq!(game.heading.complete, cut == OWN.len() - 1, "cut at {cut}");
            assert!(
                ["f3", "e5", "g4", "Qh4#"]
                    .starts_with(&moves(game).iter().map(String::as_str).collect::<Vec<_>>()),
                "{cut}"
            );
        }
        let headings = with_file("x.pgn", &text, headings).unwrap();
        assert_eq!(headings.len(), games.len());
    }
}

#[test]
fn errors_name_the_line_and_the_game() {
    let text = format!("{OWN}[Event \"x\"]\n\n1. e4 e5\n2. Ke3 d6 *\n");
    let error = with_file("x.pgn", &text, read::<Chess>).unwrap_err();
    let (line, why) = match &error {
        ArchiveError::Game {
            line, game: 2, why, ..
        } => (*line, why.as_str()),
        other => panic!("{other}"),
    };
    assert_eq!((line, why), (13, "\"Ke3\" is not legal here"));
    assert!(
        error.to_string().contains("x.pgn, line 13 (game 2): "),
        "{error}"
    );
    let missing = read::<Chess>(Path::new("no/such/file.pgn")).unwrap_err();
    assert!(
        missing
            .to_string()
            .starts_with("cannot read no/such/file.pgn: "),
        "{missing}"
    );
    let other = with_file("x.pgn", "[Variant \"Atomic\"]\n\n1. e4 *\n", read::<Chess>);
    assert!(
        other
            .unwrap_err()
            .to_string()
            .ends_with("a game of Atomic, not of chess")
    );
    let other = with_file(
        "x.pdn",
        "[GameType \"21\"]\n\n1. 11-15 *\n",
        read::<Draughts<International>>,
    );
    assert!(
        other
            .unwrap_err()
            .to_string()
            .ends_with("a game of GameType 21, not of international")
    );
}

#[test]
fn the_name_or_the_first_move_tells_chess_from_draughts() {
    let kind = |name, text: &str| with_file(name, text, headings).unwrap()[0].kind.to_string();
    assert_eq!(kind("games", "1. e4 *"), "chess");
    assert_eq!(
        kind("games", "[Event \"x\"]\n{y} 1. 32-28 *"),
        "international"
    );
    assert_eq!(kind("x.PDN", "*"), "international");
    assert_eq!(kind("x.pgn", "1. 32-28 *"), "chess");
}

/// Cases that other readers agree about: plies, last positions and what must be refused.
#[test]
fn hand_made_pgn_games_are_read_as_others_read_them() {
    let (Some(games), Some(expected)) = (
        shared::read("data/pgn/synthetic.pgn"),
        shared::read("data/pgn/synthetic-expected.csv"),
    ) else {
        return;
    };
    // A null move is no move of the game.
    let refused = ["null move", "illegal move", "ambiguous move"];
    let pieces: Vec<_> = games.split("\n[Event ").collect();
    let mut rows = csv::Reader::from_reader(expected.as_bytes());
    let rows: Vec<_> = rows.records().map(|row| row.expect("a row")).collect();
    assert_eq!(pieces.len(), rows.len());
    for (index, (piece, row)) in pieces.iter().zip(&rows).enumerate() {
        let text = if index == 0 {
            (*piece).to_owned()
        } else {
            format!("[Event {piece}")
        };
        let text = text.trim_end().to_owned() + "\n";
        let read = with_file("x.pgn", &text, read::<Chess>);
        let name = &row[1];
        if refused.contains(&name) {
            assert!(read.is_err(), "{name}");
            continue;
        }
        let read = read.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(read.len(), 1, "{name}");
        assert_eq!(read[0].moves.len().to_string(), row[3], "{name}");
        let end = Chess::read_position(&row[5]).expect("a position");
        let end = Chess::write_position(&end);
        // X-FEN's castling letters differ from ours, the pieces must not.
        let pieces = |fen: &str| fen.split(' ').take(2).collect::<String>();
        assert_eq!(pieces(&last_position(&read[0])), pieces(&end), "{name}");
    }
}

#[test]
fn hand_made_pdn_games_are_read_as_others_read_them() {
    let (Some(games), Some(expected)) = (
        shared::read("data/draughts/games/synthetic.pdn"),
        shared::read("data/draughts/games/synthetic-expected.tsv"),
    ) else {
        return;
    };
    let written = scan::split(games.as_bytes(), Family::Draughts).expect("readable");
    let rows: Vec<Vec<_>> = expected
        .lines()
        .skip(1)
        .map(|row| row.split('\t').collect())
        .collect();
    // The last but one never closes its comment, which takes the last with it.
    assert_eq!(written.len(), rows.len() - 1);
    for (game, row) in written.into_iter().zip(&rows) {
        let name = row[1];
        let read = replay::game::<Draughts<International>>(game, Family::Draughts, false);
        if row[6].starts_with("ERROR expected") || name == "setup-in-game" {
            assert!(read.is_err(), "{name}");
            continue;
        }
        let read = read.unwrap_or_else(|(_, why)| panic!("{name}: {why}"));
        assert_eq!(read.moves.len().to_string(), row[2], "{name}");
        if row[3] != "None" {
            let result = GameResult::read(row[3], Family::Draughts);
            assert_eq!(Some(read.heading.result), result, "{name}");
        }
        if let Some((_, end)) = row[5]
            .split_once("long ")
            .and_then(|(_, rest)| rest.split_once(' '))
        {
            let end = Draughts::<International>::read_position(end).expect("a position");
            let end = Draughts::<International>::write_position(&end);
            let pieces = |fen: &str| fen.split(':').take(3).collect::<String>();
            assert_eq!(pieces(&last_position(&read)), pieces(&end), "{name}");
        }
    }
}

/// All of a collection of 897 games replays but one, which is ambiguous as written.
#[test]
fn a_collection_of_draughts_games_replays() {
    let Some(folder) = shared::find("data/draughts/games/mobydam") else {
        return;
    };
    let (mut games, mut plies, mut errors) = (0, 0, Vec::new());
    for file in fs::read_dir(folder).expect("a folder") {
        match read::<Draughts<International>>(&file.expect("a file").path()) {
            Ok(read) => {
                games += read.len();
                plies += read.iter().map(|game| game.moves.len()).sum::<usize>();
            }
            Err(error) => errors.push(error.to_string()),
        }
    }
    assert_eq!(
        (games, plies, errors.len()),
        (897 - 49, 56_257 - 5_177, 1),
        "{errors:?}"
    );
    assert!(
        errors[0].contains("babasy4.pdn, line ") && errors[0].contains("(game 49)"),
        "{errors:?}"
    );
}

/// Whatever is in a file, it is games or one error.
#[test]
fn files_of_all_kinds_end_in_games_or_an_error() {
    for folder in ["data/pgn", "data/draughts/games"] {
        let Some(folder) = shared::find(folder) else {
            return;
        };
        let mut folders = vec![folder];
        let (mut good, mut bad) = (0, 0);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let chess = read::<Chess>(&path).is_ok();
                let draughts = read::<Draughts<International>>(&path).is_ok();
                let read = headings(&path).is_ok() && (chess || draughts);
                *(if read { &mut good } else { &mut bad }) += 1;
            }
        }
        assert!(good > bad, "{good} files are readable, {bad} are not");
    }
}

/// What `--variant` is for: a record that says nothing may be of any game of its family.
#[test]
fn a_record_without_tags_is_of_the_game_it_is_read_as() {
    let read = |text: &str| with_file("x.pdn", text, read::<Draughts<Frisian>>);
    assert_eq!(read("1. 31-27 *\n").unwrap().len(), 1);
    assert!(read("[GameType \"20\"]\n\n1. 31-27 *\n").is_err());
}

proptest! {
    /// Anything at all is games or an error, and games lie in their order within the file.
    #[test]
    fn any_text_is_games_or_an_error(text in "([\\[\\]{}();%$*.x+#-]|\\PC|[a-hNO1-8]|\n|\"|1-0| ){0,80}") {
        for family in [Family::Chess, Family::Draughts] {
            let Ok(games) = scan::split(text.as_bytes(), family) else { continue };
            let mut before = 0;
            for game in games {
                prop_assert!(game.bytes.start >= before && game.bytes.end <= text.len());
                before = game.bytes.end;
                // A move that cannot be played is an error, and nothing worse.
                let _ = replay::game::<Chess>(game, family, false);
            }
        }
        let _ = Remark::read(&text, ajeeb_base::Side::White);
    }
}
