use std::io::Cursor;
use std::time::Duration;

use super::{Terminal, play};
use crate::catalog::GameName;
use crate::eval_file::EvalFile;

/// What a person sees who types `lines` into a game of `name`, each line taking `pause`.
fn dialogue(name: GameName, pause: Duration, lines: &[&str]) -> String {
    let mut input = Cursor::new(lines.join("\n"));
    let mut output = Vec::new();
    let mut time = Duration::ZERO;
    let mut now = || {
        time += pause;
        time
    };
    let mut terminal = Terminal::new(&mut input, &mut output, &mut now);
    play(name, EvalFile::BuiltIn, &mut terminal).expect("no trouble in memory");
    String::from_utf8(output).expect("UTF-8 only")
}

fn chess(lines: &[&str]) -> String {
    dialogue(GameName::Chess, Duration::ZERO, lines)
}

fn draughts(lines: &[&str]) -> String {
    dialogue(GameName::International, Duration::ZERO, lines)
}

#[test]
fn ajeeb_answers_a_move() {
    let text = chess(&["level depth 3", "e4", "quit"]);
    assert!(text.contains("level depth 3"), "{text}");
    assert!(text.contains("Ajeeb plays "), "{text}");
    assert!(text.trim_end().ends_with("White>"), "{text}");
}

#[test]
fn a_mate_is_announced_and_ends_the_game() {
    let text = chess(&["side both", "f3", "e5", "g4", "Qh4#", "a3", "undo", "board"]);
    assert!(text.contains("Black wins: checkmate."), "{text}");
    assert!(
        text.contains("Black wins: checkmate. To play on: new or undo."),
        "{text}"
    );
    assert!(text.trim_end().ends_with("Black>"), "{text}");
}

#[test]
fn draws_are_explained() {
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let mut lines = vec!["side both"];
    lines.extend(knights.iter().chain(&knights));
    assert!(chess(&lines).contains("drawn: the same position has come up for the third time."));
    let stalemate = ["side both", "fen 7k/5K2/8/8/8/6Q1/8/8 w - - 0 1", "Qg6"];
    assert!(chess(&stalemate).contains("drawn: stalemate."));
    let fifty = ["side both", "fen 7k/8/8/8/8/8/R7/K7 w - - 99 80", "Rb2"];
    assert!(chess(&fifty).contains("drawn: fifty moves"));
    let bare = ["side both", "fen 7k/8/8/8/8/8/1r6/K7 w - - 0 80", "Kxb2"];
    assert!(chess(&bare).contains("drawn: neither side has enough"));
    let kings = ["side both", "fen W:WK47,K1:BK5,K46,K15", "1-6", "15-10"];
    assert!(!draughts(&kings).contains("drawn"));
}

#[test]
fn draughts_are_played_by_numbers() {
    let text = draughts(&[
        "side both",
        "32 28",
        "19-23",
        "28 19",
        "14x23",
        "moves",
        "fen",
    ]);
    assert!(text.contains("B:W") || text.contains("W:W"), "{text}");
    assert!(!text.contains("Try moves or help"), "{text}");
    let lost = draughts(&["side both", "fen W:W28:B22", "28x17"]);
    assert!(
        lost.contains("White wins: Black has no move left."),
        "{lost}"
    );
}

#[test]
fn the_rule_sets_end_in_their_own_ways() {
    let crowned = dialogue(
        GameName::Breakthrough,
        Duration::ZERO,
        &["side both", "fen W:W7,40:B35,41", "7-1"],
    );
    assert!(
        crowned.contains("White wins: White has a king."),
        "{crowned}"
    );
    let lost = dialogue(
        GameName::Losing,
        Duration::ZERO,
        &["side both", "fen W:W28:B22", "28x17"],
    );
    assert!(
        lost.contains("Black wins: Black has no move left."),
        "{lost}"
    );
}

#[test]
fn undo_takes_back_the_answer_too() {
    let text = chess(&["level depth 1", "e4", "undo", "fen"]);
    assert!(
        text.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        "{text}"
    );
    assert!(chess(&["undo"]).contains("There is no move to take back."));
}

#[test]
fn go_hands_the_move_to_ajeeb() {
    let text = chess(&["level depth 1", "go", "quit"]);
    assert!(text.contains("You play Black."), "{text}");
    assert!(text.contains("Ajeeb plays "), "{text}");
    assert!(text.trim_end().ends_with("Black>"), "{text}");
}

#[test]
fn the_game_changes_on_request() {
    let text = chess(&["new frisian", "fen", "new", "hint", "eval", "quit"]);
    assert!(text.contains("W:W"), "{text}");
    assert!(text.contains("Try "), "{text}");
    assert!(text.contains("for White"), "{text}");
}

#[test]
fn bad_input_gets_a_friendly_word_and_nothing_else_happens() {
    let junk = "x".repeat(200_000);
    let lines = [
        "Ke5",
        "fen rubbish",
        "level 99",
        "clock",
        "side up",
        "new go",
        "",
        junk.as_str(),
    ];
    for name in GameName::ALL {
        let text = dialogue(name, Duration::ZERO, &lines);
        assert!(text.contains("Try moves or help."), "{text}");
        assert!(
            text.contains(&format!("That is no {name} position")),
            "{text}"
        );
        assert!(text.contains("A level is"), "{text}");
        assert!(text.contains("No clock is running."), "{text}");
        assert!(text.contains("You can play side"), "{text}");
        assert!(text.contains("unknown game"), "{text}");
    }
}

#[test]
fn a_flag_falls() {
    let text = dialogue(
        GameName::Chess,
        Duration::from_secs(25),
        &[
            "side both",
            "clock 1",
            "e4",
            "e5",
            "d4",
            "d5",
            "Nf3",
            "undo",
        ],
    );
    // Every line costs 25 seconds: White has no more of them for the third move.
    assert!(text.contains("White 0:35  Black 0:35"), "{text}");
    assert!(text.contains("Black wins: White's time is up."), "{text}");
    assert!(text.trim_end().ends_with("Black>"), "{text}");
}

#[test]
fn ajeeb_plays_itself_to_the_end() {
    let text = chess(&[
        "level depth 3",
        "fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
        "side none",
    ]);
    assert!(text.contains("Ajeeb plays both sides."), "{text}");
    assert!(text.contains("White wins: checkmate."), "{text}");
}
