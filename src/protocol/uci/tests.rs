//! Whole conversations. Numbers in test names are those of the project's checklist of UCI rules.

use std::process::ExitCode;

use ajeeb_base::SplitMix64;
use ajeeb_chess::Chess;
use ajeeb_game::{Notation, Rules};

use crate::output::Output;
use crate::run_uci;
use crate::talk::{Talk, count};

fn talk() -> Talk {
    Talk::with(run_uci)
}

/// The move of a `bestmove` line.
fn best(line: &str) -> &str {
    line.split(' ').nth(1).unwrap()
}

/// Is `text` a legal move after these moves from the initial position?
fn is_legal(moves: &[&str], text: &str) -> bool {
    let mut position = Chess::start();
    for mv in moves {
        let mv = Chess::read_move(&position, mv).unwrap();
        position = Chess::play(&position, mv, &mut ajeeb_game::Unobserved);
    }
    Chess::read_move(&position, text).is_ok()
}

/// The text after `key` in an `info` line.
fn field<'a>(line: &'a str, key: &str) -> &'a str {
    line.split_once(&format!(" {key} "))
        .unwrap()
        .1
        .split(' ')
        .next()
        .unwrap()
}

#[test]
fn b1_b3_the_introduction_is_the_same_each_time() {
    let talk = talk();
    let first = talk.say("uci").until("uciok");
    assert!(first[0].starts_with("id name Ajeeb ") && first[1].starts_with("id author "));
    assert_eq!(count(&first, "option name "), first.len() - 3);
    assert_eq!(talk.say("uci").until("uciok"), first);
    assert_eq!(talk.close(), Vec::<String>::new());
}

#[test]
fn a3_a5_b6_blank_lines_and_blanks_mean_nothing() {
    let talk = talk();
    talk.say(
        "\r\n \n\tisready \r\nisready\nisready\nposition   startpos\tmoves   e2e4\ngo \t depth   1",
    );
    let lines = talk.until("bestmove");
    assert_eq!(count(&lines, "readyok"), 3);
    assert!(is_legal(&["e2e4"], best(lines.last().unwrap())));
    assert_eq!(talk.close(), Vec::<String>::new());
}

#[test]
fn a4_unknown_words_are_skipped_and_unknown_lines_named() {
    let talk = talk();
    assert_eq!(
        talk.say("joho debug on\nfrobnicate 12\nregister later\nisready")
            .until("readyok"),
        ["info string unknown command: frobnicate 12", "readyok"]
    );
    talk.say("whatever go depth 1").next("bestmove");
    let junk = talk.say(&"a".repeat(1_000_000)).next("info string unknown");
    assert!(junk.len() < 100);
}

#[test]
fn b5_e17_f13_an_infinite_search_answers_and_is_not_disturbed() {
    let talk = talk();
    talk.say("go infinite").next("info depth 1");
    talk.say("position startpos moves e2e4 e7e5\nsetoption name Hash value 1\nucinewgame\nisready");
    assert_eq!(count(&talk.until("readyok"), "bestmove"), 0);
    let answer = talk.say("stop").next("bestmove");
    assert!(is_legal(&[], best(&answer)), "{answer}");
    talk.say("isready").next("readyok");
}

#[test]
fn g3_g4_stop_and_ponderhit_while_idle_are_forgotten() {
    let talk = talk();
    talk.say("stop\nponderhit\ngo infinite")
        .next("info depth 2");
    assert_eq!(count(&talk.say("isready").until("readyok"), "bestmove"), 0);
    talk.say("stop\nstop\nponderhit\nisready");
    let lines = talk.until("bestmove");
    assert_eq!(
        count(&lines, "readyok") + count(&talk.close(), "readyok"),
        1
    );
}

#[test]
fn f14_g5_a_ponder_search_waits_for_its_hit() {
    let talk = talk();
    talk.say("position startpos moves e2e4 e7e5\ngo ponder depth 2")
        .next("info depth 2");
    assert_eq!(count(&talk.say("isready").until("readyok"), "bestmove"), 0);
    let answer = talk.say("ponderhit").next("bestmove");
    assert!(is_legal(&["e2e4", "e7e5"], best(&answer)));
    assert_eq!(talk.close(), Vec::<String>::new());
}

#[test]
fn f16_g1_every_go_is_answered_once_and_in_order() {
    let talk = talk();
    talk.say(
        "go ponder wtime 5000 btime 5000\nstop\nposition startpos moves d2d4\ngo infinite\n\
         position startpos moves d2d4 d7d5 c2c4\ngo nodes 500\nisready",
    );
    let mut lines = talk.until("readyok");
    while count(&lines, "bestmove") < 3 {
        lines.extend(talk.until("bestmove"));
    }
    let answers: Vec<&str> = lines
        .iter()
        .filter(|line| line.starts_with("bestmove"))
        .map(|line| best(line))
        .collect();
    assert!(is_legal(&[], answers[0]));
    assert!(is_legal(&["d2d4"], answers[1]));
    assert!(is_legal(&["d2d4", "d7d5", "c2c4"], answers[2]));
    assert_eq!(talk.close(), Vec::<String>::new());
}

#[test]
fn g1_no_interleaving_loses_or_doubles_an_answer() {
    const COMMANDS: [&str; 12] = [
        "go depth 1",
        "go infinite",
        "go ponder depth 1",
        "go nodes 300",
        "stop",
        "ponderhit",
        "isready",
        "position startpos",
        "position startpos moves e2e4",
        "setoption name MultiPV value 2",
        "ucinewgame",
        "setoption name Threads value 2",
    ];
    for seed in 0..6 {
        let mut random = SplitMix64::new(seed);
        let talk = talk();
        let (mut asked, mut searched) = (0, 0);
        for _ in 0..150 {
            let command = COMMANDS[random.below(COMMANDS.len())];
            asked += usize::from(command == "isready");
            searched += usize::from(command.starts_with("go"));
            talk.say(command);
        }
        let lines = talk.close();
        assert_eq!(count(&lines, "bestmove"), searched, "seed {seed}");
        assert_eq!(count(&lines, "readyok"), asked, "seed {seed}");
    }
}

#[test]
fn a10_at_the_end_of_input_a_limited_search_finishes_and_others_stop() {
    for (go, deep) in [
        ("go depth 4", true),
        ("go infinite", false),
        ("go ponder depth 4", false),
        ("go", false),
    ] {
        let talk = talk();
        talk.say(go);
        let lines = talk.close();
        assert_eq!(count(&lines, "bestmove"), 1, "{go}");
        assert!(!deep || count(&lines, "info depth 4") > 0, "{go}");
    }
}

#[test]
fn a11_quit_ends_any_state() {
    for state in [
        "",
        "go infinite",
        "go ponder",
        "go perft 12",
        "go infinite\ngo infinite",
    ] {
        let talk = talk();
        talk.say(state).say("quit\nisready");
        assert_eq!(count(&talk.close(), "readyok"), 0);
    }
}

#[test]
fn a15_a_client_that_is_gone_ends_the_conversation() {
    struct Gone;
    impl std::io::Write for Gone {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let talk = Talk::with(|source, _| run_uci(source, Gone));
    talk.say("go infinite");
    // The input stays open: it is the first info line that fails.
    assert_eq!(talk.end(), Vec::<String>::new());
}

#[test]
fn g7_h3_a_root_without_moves_has_a_score_and_no_move() {
    let talk = talk();
    talk.say("position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 6");
    assert_eq!(
        talk.until("bestmove"),
        ["info depth 0 score mate 0", "bestmove (none)"]
    );
    talk.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\nstop");
    assert_eq!(
        talk.until("bestmove"),
        ["info depth 0 score cp 0", "bestmove (none)"]
    );
    talk.say("ucinewgame\ngo depth 1");
    assert!(is_legal(&[], best(&talk.next("bestmove"))));
}

#[test]
fn e8_a_refused_position_leaves_the_former_in_force() {
    let talk = talk();
    let fen = |talk: &Talk| talk.say("d").next("Fen: ");
    talk.say("position startpos moves e2e4");
    let before = fen(&talk);
    for bad in [
        "position",
        "position fen",
        "position fen startpos",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    ] {
        let notice = talk.say(bad).next("info string");
        assert!(notice.contains("position refused"), "{notice}");
        assert_eq!(fen(&talk), before);
    }
}

#[test]
fn e12_moves_stop_at_the_first_illegal_one() {
    let talk = talk();
    let notice = talk
        .say("position startpos moves e2e4 e7e5 e1e3 g8f6")
        .next("info string");
    assert!(
        notice.contains("e1e3") && notice.contains("number 3"),
        "{notice}"
    );
    let fen = talk.say("d").next("Fen: ");
    assert!(fen.contains("4p3/4P3") && fen.contains(" w "), "{fen}");
    for (null, text) in [("0000", "0000"), ("a1a1", "a1a1")] {
        let notice = talk
            .say(&format!("position startpos moves e2e4 {null}"))
            .next("info string");
        assert!(notice.contains(text));
    }
}

#[test]
fn e14_a_game_of_ten_thousand_plies() {
    let talk = talk();
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(2500);
    talk.say(&format!("position startpos moves {moves}\ngo depth 2"));
    let lines = talk.until("bestmove");
    assert_eq!(count(&lines, "info string"), 0);
    assert!(is_legal(&[], best(lines.last().unwrap())));
}

#[test]
fn f3_f4_searchmoves_keep_the_legal_ones() {
    let talk = talk();
    talk.say("go nodes 500 searchmoves a1a2 a2a3 a3a4");
    assert_eq!(best(&talk.next("bestmove")), "a2a3");
    talk.say("go depth 1 searchmoves e2e5");
    assert!(is_legal(&[], best(&talk.next("bestmove"))));
}

#[test]
fn f8_limits_belong_to_one_go() {
    let talk = talk();
    talk.say("go nodes 100").next("bestmove");
    let lines = talk.say("go depth 5").until("bestmove");
    assert!(count(&lines, "info depth 5") > 0);
}

#[test]
fn b7_a_new_game_knows_nothing_of_the_old_one() {
    let talk = talk();
    let nodes = |talk: &Talk| {
        let lines = talk.say("go depth 5").until("bestmove");
        field(&lines[lines.len() - 2], "nodes").to_string()
    };
    let fresh = nodes(&talk);
    talk.say("position startpos moves e2e4\ngo depth 5")
        .next("bestmove");
    talk.say("ucinewgame");
    assert_eq!(nodes(&talk), fresh);
}

#[test]
fn g9_g11_h9_lines_are_numbered_blocks_and_begin_with_the_best_move() {
    let talk = talk();
    talk.say("setoption name mULTIpv value 3\ngo depth 4");
    let lines = talk.until("bestmove");
    let infos: Vec<&String> = lines.iter().filter(|line| line.contains(" pv ")).collect();
    for (index, line) in infos.iter().enumerate() {
        assert_eq!(field(line, "multipv"), (index % 3 + 1).to_string());
    }
    let last = infos[infos.len() - 3];
    assert_eq!(field(last, "pv"), best(lines.last().unwrap()));
}

#[test]
fn c8_h5_wdl_is_shown_on_request() {
    let talk = talk();
    let shown = |talk: &Talk| {
        talk.say("go depth 2")
            .until("bestmove")
            .iter()
            .any(|l| l.contains(" wdl "))
    };
    assert!(!shown(&talk));
    talk.say("setoption name UCI_ShowWDL value true");
    assert!(shown(&talk));
}

#[test]
fn d4_d7_bad_options_are_named_and_change_nothing() {
    let talk = talk();
    let lines = talk
        .say(
            "setoption\nsetoption name\nsetoption name Hash value 0\nsetoption name Hash value abc\n\
             setoption name MultiPV value 0\nsetoption name Frob value 1\nsetoption name Clear Hash value x\n\
             go depth 2",
        )
        .until("bestmove");
    assert_eq!(count(&lines, "info string"), 6);
    assert!(lines.iter().all(|line| !line.contains("multipv 2")));
}

#[test]
fn f15_perft_counts_by_move_and_in_all() {
    let talk = talk();
    let lines = talk.say("go perft 3").until("Nodes searched");
    assert_eq!(lines.len(), 21);
    assert!(lines.contains(&"e2e4: 600".to_string()));
    assert_eq!(lines[20], "Nodes searched: 8902");
    assert_eq!(talk.say("go perft 0").next("Nodes"), "Nodes searched: 1");
    assert_eq!(
        talk.say("go perft 12\nstop").next("info string"),
        "info string perft stopped"
    );
    assert_eq!(talk.close(), Vec::<String>::new());
}

#[test]
fn d15_e5_j1_castling_is_written_as_the_client_plays() {
    let talk = talk();
    talk.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let moves = |talk: &Talk| talk.say("go perft 1").until("Nodes");
    assert!(moves(&talk).contains(&"e1g1: 1".to_string()));
    talk.say("setoption name UCI_Chess960 value true");
    let lines = moves(&talk);
    assert!(lines.contains(&"e1h1: 1".to_string()) && !lines.contains(&"e1g1: 1".to_string()));
    talk.say("position fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\ngo depth 1")
        .next("bestmove");
}

#[test]
fn j2_j3_the_board_and_its_evaluation_are_shown() {
    let talk = talk();
    let board = talk
        .say("position startpos moves e2e4 e7e5 d1h5 b8c6 h5f7\nd")
        .until("Checkers");
    assert_eq!(board.last().unwrap(), "Checkers: f7");
    assert!(board.iter().any(|line| line.starts_with("Key: ")));
    assert_eq!(
        talk.say("eval").next("Final"),
        "Final evaluation: none (in check)"
    );
    let value = talk.say("position startpos\neval").next("Final");
    assert!(value.ends_with("(white side)"), "{value}");
    talk.say("help").next("info string commands");
}

#[test]
fn j11_both_directions_are_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a log.txt");
    let talk = talk();
    talk.say(&format!(
        "setoption name Debug Log File value {}\nisready",
        path.display()
    ));
    talk.next("readyok");
    talk.say("setoption name Debug Log File value\nisready")
        .next("readyok");
    let written = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = written
        .lines()
        .map(|line| line.split_once(' ').unwrap().1)
        .collect();
    assert_eq!(
        lines,
        [
            "< isready",
            "> readyok",
            "< setoption name Debug Log File value"
        ]
    );
    talk.say(&format!(
        "setoption name Debug Log File value {}",
        folder.path().display()
    ));
    assert!(
        talk.next("info string")
            .contains("cannot write to the debug log file")
    );
}

#[test]
fn j6_one_shot_commands_run_to_their_end() {
    let run = |arguments: &[&str]| {
        let arguments: Vec<String> = arguments.iter().map(|text| text.to_string()).collect();
        let code = super::one_shot::execute(&arguments, Output::new(std::io::sink()));
        format!("{code:?}") == format!("{:?}", ExitCode::SUCCESS)
    };
    assert!(run(&["go depth 3"]) && run(&["go", "depth", "3"]));
    assert!(run(&[
        "position startpos moves e2e4",
        "go nodes 100",
        "quit"
    ]));
    assert!(!run(&["position fen 8/8/8/8/8/8/8/8 w - - 0 1"]));
    assert!(!run(&["nosuchcommand"]) && !run(&["go infinite"]) && !run(&["go"]));
    assert!(!run(&["go ponder depth 2"]) && !run(&["go depth 2", "bar"]));
}
