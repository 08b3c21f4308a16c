//! Matches of two engines that behave and misbehave, and what must come of them.

use std::fs;

use serde_json::json;
use tempfile::TempDir;

use crate::lab::{FOOLS_MATE, play, play_well};
use crate::stand_in::{CRASH_CODE, LATE};

/// All tests by name.
pub(crate) const ALL: &[(&str, fn())] = &[
    (
        "a_game_ends_by_the_rules_of_chess",
        a_game_ends_by_the_rules_of_chess,
    ),
    (
        "a_game_ends_by_the_rules_of_draughts",
        a_game_ends_by_the_rules_of_draughts,
    ),
    (
        "openings_are_played_with_both_colours",
        openings_are_played_with_both_colours,
    ),
    (
        "many_games_at_a_time_are_all_counted",
        many_games_at_a_time_are_all_counted,
    ),
    (
        "a_crash_forfeits_and_the_engine_comes_back",
        a_crash_forfeits_and_the_engine_comes_back,
    ),
    (
        "an_engine_that_does_not_come_back_forfeits",
        an_engine_that_does_not_come_back_forfeits,
    ),
    (
        "a_hang_forfeits_and_the_engine_comes_back",
        a_hang_forfeits_and_the_engine_comes_back,
    ),
    ("an_illegal_move_forfeits", an_illegal_move_forfeits),
    (
        "an_illegal_move_forfeits_in_draughts",
        an_illegal_move_forfeits_in_draughts,
    ),
    ("a_late_move_forfeits", a_late_move_forfeits),
    (
        "a_late_move_within_the_margin_counts",
        a_late_move_within_the_margin_counts,
    ),
    ("garbage_is_passed_over", garbage_is_passed_over),
    ("scores_can_end_a_game", scores_can_end_a_game),
    ("a_long_game_is_a_draw", a_long_game_is_a_draw),
    (
        "an_unknown_option_is_told_and_left_out",
        an_unknown_option_is_told_and_left_out,
    ),
    (
        "what_cannot_be_set_up_is_an_error",
        what_cannot_be_set_up_is_an_error,
    ),
    (
        "files_that_would_destroy_each_other_are_refused",
        files_that_would_destroy_each_other_are_refused,
    ),
    #[cfg(target_os = "linux")]
    ("a_full_disk_ends_a_match", a_full_disk_ends_a_match),
];

fn a_game_ends_by_the_rules_of_chess() {
    let played = play_well(FOOLS_MATE, FOOLS_MATE, "--games 2");
    assert_eq!(played.results(), [1, 0, 1]);
    assert_eq!(played.tags("White"), ["A", "B"]);
    assert_eq!(played.tags("Result"), ["0-1", "0-1"]);
    assert_eq!(played.tags("Termination"), ["normal", "normal"]);
    assert_eq!(played.ends(), ["checkmate", "checkmate"]);
    assert!(
        played.records.replace('\n', " ").contains("Qh4# {+0.25/3 "),
        "{}",
        played.records
    );
    let last = "Score of A vs B: 1 - 1 - 0 [0.500] 2, Elo n/a, LOS n/a, DrawRatio 0.0 %, \
                pairs [0, 0, 1, 0, 0]";
    assert!(played.text().contains(last), "{}", played.text());
    assert_eq!(played.state["pairs"], json!([0, 0, 1, 0, 0]));
    assert_eq!(played.state["engines"][0]["moves"], 4);
    assert_eq!(played.state["engines"][0]["mean_depth"], 3.0);
    assert_eq!(played.state["engines"][0]["nodes_per_move"], 100.0);
    assert_eq!(played.errors(), "");
}

fn a_game_ends_by_the_rules_of_draughts() {
    let played = play_well("", "", "--variant international --games 2");
    assert_eq!(played.results().iter().sum::<u64>(), 2);
    // Both games are the same, so what one side wins the other does in the second.
    assert_eq!(played.state["score"], 0.5);
    assert_eq!(played.tags("GameType"), ["20", "20"]);
    let known = ["no legal move", "move count", "threefold repetition"];
    let ends = played.ends();
    assert!(
        ends.iter().all(|end| known.contains(&end.as_str())),
        "{ends:?}"
    );
    assert_eq!(played.forfeits(0), [0; 4]);
}

fn openings_are_played_with_both_colours() {
    let folder = TempDir::new().expect("a folder");
    let list = folder.path().join("list.epd");
    let fens = [
        "k7/8/2K5/8/8/8/8/1R6 w - - 0 9",
        "7K/8/8/8/8/2k5/8/1r6 b - - 0 7",
    ];
    fs::write(&list, fens.join("\n")).expect("a file");
    let more = format!("--rounds 3 --max-plies 1 --openings {}", list.display());
    let played = play_well("", "", &more);
    assert_eq!(
        played.tags("FEN"),
        [0, 0, 1, 1, 0, 0].map(|index: usize| fens[index])
    );
    assert_eq!(played.tags("White"), ["A", "B", "A", "B", "A", "B"]);
    assert_eq!(
        played.tags("Round"),
        ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]
    );
    assert!(played.records.contains("\n7... ") && played.records.contains("\n9. "));
}

fn many_games_at_a_time_are_all_counted() {
    let played = play_well(
        FOOLS_MATE,
        FOOLS_MATE,
        "--games 40 --concurrency 4 --force-concurrency --every 20",
    );
    assert_eq!(played.results(), [20, 0, 20]);
    assert_eq!(played.state["pairs"], json!([0, 0, 20, 0, 0]));
    assert_eq!(played.tags("Result").len(), 40);
    assert_eq!(
        played.text().matches("Score of A vs B").count(),
        3,
        "{}",
        played.text()
    );
}

fn a_crash_forfeits_and_the_engine_comes_back() {
    let played = play_well(&format!("{FOOLS_MATE} crash@2"), FOOLS_MATE, "--games 4");
    // White forfeits at ply 2 before it is mated at ply 4; as Black, A never gets to an even ply.
    assert_eq!(played.results(), [2, 0, 2]);
    assert_eq!(played.forfeits(0), [0, 0, 2, 0]);
    assert_eq!(played.forfeits(1), [0; 4]);
    assert_eq!(played.tags("PlyCount"), ["2", "4", "2", "4"]);
    assert_eq!(played.tags("Termination")[..2], ["abandoned", "normal"]);
    let errors = played.errors();
    for part in [
        "Game 1: A has ended (exit status: ",
        &CRASH_CODE.to_string(),
        "Game 3: A has ended",
        "! something terrible has happened",
        "> position fen ",
    ] {
        assert!(errors.contains(part), "{part} is not in {errors}");
    }
}

fn an_engine_that_does_not_come_back_forfeits() {
    let folder = TempDir::new().expect("a folder");
    // It starts to be looked at and for its first game, in which it crashes.
    let starts = folder.path().join("starts");
    let a = format!("{FOOLS_MATE} crash@0 starts={},2", starts.display());
    let played = play_well(&a, FOOLS_MATE, "--games 4");
    assert_eq!(played.results(), [0, 0, 4]);
    assert_eq!(played.forfeits(0), [0, 0, 4, 0]);
    assert_eq!(played.tags("PlyCount"), ["0"; 4]);
    let errors = played.errors();
    assert!(errors.contains("Game 1: A has ended"), "{errors}");
    assert!(errors.contains("while uciok was expected"), "{errors}");
}

fn a_hang_forfeits_and_the_engine_comes_back() {
    // A is asked for a move only where it hangs, so its short clock harms it nowhere else.
    let hanging = format!("{FOOLS_MATE} hang@0; st=0.01 hang=0.05");
    let played = play_well(&hanging, FOOLS_MATE, "--games 4 --max-plies 1");
    assert_eq!(played.results(), [0, 2, 2]);
    assert_eq!(played.forfeits(0), [0, 0, 0, 2]);
    assert_eq!(played.tags("PlyCount"), ["0", "1", "0", "1"]);
    assert_eq!(played.tags("Termination")[0], "stalled connection");
    let errors = played.errors();
    assert!(
        errors.contains("Game 1: A has not answered within 60 ms: a move was expected"),
        "{errors}"
    );
}

fn an_illegal_move_forfeits() {
    let played = play_well(FOOLS_MATE, &format!("{FOOLS_MATE} illegal@1"), "--games 2");
    assert_eq!(played.results(), [2, 0, 0]);
    assert_eq!(played.forfeits(1), [0, 1, 0, 0]);
    assert_eq!(played.tags("Result"), ["1-0", "0-1"]);
    assert_eq!(played.tags("Termination"), ["rules infraction", "normal"]);
    let errors = played.errors();
    assert!(
        errors.contains("Game 1: B answers with no legal move: \"a1a1\""),
        "{errors}"
    );
    assert!(errors.contains("\n    < bestmove a1a1"), "{errors}");
}

fn an_illegal_move_forfeits_in_draughts() {
    let played = play_well(
        "illegal@0",
        "",
        "--games 2 --max-plies 4 --variant international",
    );
    assert_eq!(played.results(), [0, 1, 1]);
    assert_eq!(played.forfeits(0), [0, 1, 0, 0]);
    assert_eq!(played.tags("Result"), ["0-2", "1-1"]);
}

fn a_late_move_forfeits() {
    // As above: A is asked for a move only where it is late.
    let late = format!("{FOOLS_MATE} late@0; st=0.001");
    let played = play_well(&late, FOOLS_MATE, "--games 2 --max-plies 1");
    assert_eq!(played.forfeits(0)[0], 1);
    assert_eq!(played.results()[2], 1);
    assert_eq!(played.tags("Termination")[0], "time forfeit");
    let overrun = played.state["engines"][0]["largest_overrun_ms"].as_f64();
    assert!(
        overrun.is_some_and(|ms| ms >= LATE.as_secs_f64() * 1e3 - 1.0),
        "{overrun:?}"
    );
    let errors = played.errors();
    assert!(errors.contains("Game 1: A loses on time, "), "{errors}");
}

fn a_late_move_within_the_margin_counts() {
    let late = format!("{FOOLS_MATE} late@0; st=0.001 timemargin=600000");
    let played = play_well(&late, FOOLS_MATE, "--games 2");
    assert_eq!(played.results(), [1, 0, 1]);
    assert_eq!(played.forfeits(0), [0; 4]);
    let overrun = played.state["engines"][0]["largest_overrun_ms"].as_f64();
    assert!(
        overrun.is_some_and(|ms| ms >= LATE.as_secs_f64() * 1e3 - 1.0),
        "{overrun:?}"
    );
}

fn garbage_is_passed_over() {
    let chess = play_well(&format!("{FOOLS_MATE} garbage@0"), FOOLS_MATE, "--games 2");
    assert_eq!(chess.results(), [1, 0, 1]);
    assert_eq!((chess.forfeits(0), chess.errors().as_str()), ([0; 4], ""));
    // The same bytes hold an answer without a move for a Hub engine.
    let draughts = play_well(
        "",
        "garbage@1",
        "--games 2 --max-plies 4 --variant international",
    );
    assert_eq!(draughts.results(), [0, 2, 0]);
    assert_eq!(draughts.forfeits(1), [0; 4]);
}

fn scores_can_end_a_game() {
    let more = "--games 2 --draw from=1 moves=2 score=25";
    let played = play_well("", "", more);
    assert_eq!(played.results(), [0, 2, 0]);
    assert_eq!(played.tags("PlyCount"), ["4", "4"]);
    assert_eq!(played.tags("Termination"), ["adjudication", "adjudication"]);
    assert_eq!(played.ends(), ["adjudicated", "adjudicated"]);
}

fn a_long_game_is_a_draw() {
    let played = play_well(FOOLS_MATE, FOOLS_MATE, "--games 2 --max-plies 3");
    assert_eq!(played.results(), [0, 2, 0]);
    assert_eq!(played.ends(), ["too long", "too long"]);
}

fn an_unknown_option_is_told_and_left_out() {
    let a = format!("{FOOLS_MATE}; option.Hsah=4 option.hash=4");
    let played = play_well(
        &a,
        FOOLS_MATE,
        "--games 2 --concurrency 2 --force-concurrency",
    );
    assert_eq!(played.errors(), "Warning: A has no option Hsah\n");
}

fn what_cannot_be_set_up_is_an_error() {
    let cases = [
        ("absent@0", "", "A has ended", ""),
        (
            "; cmd=/no/such/engine",
            "",
            "A cannot be started: /no/such/engine",
            "",
        ),
        ("", "; tc=x", "\"x\" is no time control", ""),
        (
            "",
            "",
            "cannot read /no/such/file",
            "--openings /no/such/file",
        ),
        (
            "",
            "",
            "cannot write /no/such/folder/x",
            "--pgn /no/such/folder/x",
        ),
        ("", "", "A does not play Chess960", "--variant chess960"),
    ];
    for (a, b, part, more) in cases {
        let played = play(a, b, more);
        assert_eq!(played.output.status.code(), Some(1), "{part}");
        assert!(
            played.errors().contains(part),
            "{part} is not in {}",
            played.errors()
        );
        assert_eq!(played.records, "");
    }
}

fn files_that_would_destroy_each_other_are_refused() {
    let folder = TempDir::new().expect("a folder");
    let records = folder.path().join("games.pgn");
    fs::write(&records, "earlier games").expect("a file");
    let name = records.display();
    let played = play("", "", &format!("--pgn {name} --log {name}"));
    assert_eq!(played.output.status.code(), Some(1));
    let error = format!("ajeeb-lab: --pgn and --log name the same file: {name}\n");
    assert_eq!(played.errors(), error);
    assert_eq!(
        fs::read_to_string(&records).expect("a file"),
        "earlier games"
    );
}

/// Others are in the middle of a game that nobody would hear of: they do not finish it.
#[cfg(target_os = "linux")]
fn a_full_disk_ends_a_match() {
    for file in ["--pgn", "--log"] {
        for (at_a_time, fault) in [(1, ""), (3, "hang@0")] {
            let a = format!("{FOOLS_MATE} {fault}");
            let more =
                format!("--games 6 --force-concurrency --concurrency {at_a_time} {file} /dev/full");
            let played = play(a.trim(), FOOLS_MATE, &more);
            assert_eq!(played.output.status.code(), Some(1), "{more}");
            let errors = played.errors();
            let told = "ajeeb-lab: cannot write /dev/full: No space left on device";
            let warned = errors.lines().filter(|line| line.starts_with("Warning: "));
            assert_eq!(warned.count() + 1, errors.lines().count(), "{errors}");
            assert!(
                errors.lines().any(|line| line.starts_with(told)),
                "{errors}"
            );
        }
    }
}
