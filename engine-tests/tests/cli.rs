//! The command line, run as a script would run it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use ajeeb_engine_tests::binary;
use serde_json::Value;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const COMMANDS: [&str; 10] = [
    "uci", "hub", "dxp", "console", "show", "analyse", "eval", "moves", "perft", "bench",
];

/// Runs `ajeeb` with `input` as its standard input.
fn feed(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(binary::path());
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that does not read its input may end before this is written.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn ajeeb(arguments: &[&str]) -> Output {
    feed(arguments, "")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// The standard output of a run that must go well.
fn good(arguments: &[&str]) -> String {
    let output = ajeeb(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        text(&output.stderr)
    );
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    text(&output.stdout).to_owned()
}

/// The standard error of a run that must end with `code`.
fn bad(arguments: &[&str], code: i32) -> String {
    let output = ajeeb(arguments);
    let errors = text(&output.stderr).to_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
    assert!(!errors.trim().is_empty(), "{arguments:?} says nothing");
    errors
}

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

fn last_word(text: &str) -> &str {
    text.split_whitespace().last().unwrap_or_default()
}

#[test]
fn perft_counts_are_the_published_ones() {
    let cases: [(&[&str], &str); 9] = [
        (&["perft", "0"], "1"),
        (&["perft", "4"], "197281"),
        (&["perft", "5", "--threads", "2"], "4865609"),
        (&["perft", "4", "--fen", KIWIPETE], "4085603"),
        (&["perft", "6", "--game", "draughts"], "167140"),
        (&["perft", "6", "--variant", "frisian"], "102431"),
        (&["perft", "6", "--variant", "brazilian"], "37628"),
        (
            &[
                "perft",
                "5",
                "--fen",
                "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
            ],
            "215",
        ),
        (
            &[
                "perft",
                "2",
                "--variant",
                "breakthrough",
                "--fen",
                "W:W6,7,8,9,10:B41,42,43,44,45",
            ],
            "0",
        ),
    ];
    for (arguments, nodes) in cases {
        assert_eq!(last_word(&good(arguments)), nodes, "{arguments:?}");
    }
}

#[test]
fn divided_counts_add_up() {
    let text = good(&["perft", "3", "--divide", "--threads", "3"]);
    let shares = text
        .lines()
        .filter_map(|line| line.strip_prefix(|c: char| c.is_ascii_lowercase()));
    let shares: Vec<u64> = shares
        .filter_map(|line| line.split_once(": ")?.1.parse().ok())
        .collect();
    assert_eq!(
        shares.iter().filter(|&&nodes| nodes < 1000).count(),
        20,
        "{text}"
    );

    let record = json(&good(&["perft", "3", "--divide", "--json"]));
    let moves = record["moves"].as_array().expect("divided");
    let sum: u64 = moves
        .iter()
        .filter_map(|share| share["nodes"].as_u64())
        .sum();
    assert_eq!((moves.len(), sum), (20, 8902));
    assert_eq!(record["nodes"], 8902);
    assert_eq!(record["game"], "chess");
    let plain = json(&good(&["perft", "3", "--json"]));
    assert_eq!(keys(&plain), keys(&record));
    assert!(plain["moves"].is_null());
}

#[test]
fn moves_are_listed_in_the_form_of_the_protocols() {
    let mut chess: Vec<_> = good(&["moves"]).lines().map(String::from).collect();
    chess.sort();
    assert_eq!(chess.len(), 20);
    assert_eq!((chess[0].as_str(), chess[19].as_str()), ("a2a3", "h2h4"));
    let draughts = good(&["moves", "--fen", "W:WK46:B23"]);
    let mut draughts: Vec<_> = draughts.lines().collect();
    draughts.sort();
    assert_eq!(draughts, ["46x10x23", "46x14x23", "46x19x23", "46x5x23"]);
    assert_eq!(
        good(&["moves", "--fen", "W:W15:B8,19,20"]),
        "15x2x8x19x20\n"
    );

    let record = json(&good(&["moves", "--json", "--fen", "W:W15:B8,19,20"]));
    assert_eq!(record["variant"], "international");
    assert_eq!(record["moves"][0]["move"], "15x2x8x19x20");
    assert_eq!(record["moves"][0]["short"], "15x2");
    assert_eq!(
        good(&["moves", "--fen", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"]),
        ""
    );
}

#[test]
fn a_position_is_analysed() {
    let mate = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
    let record = json(&good(&["analyse", "--fen", mate, "--depth", "4", "--json"]));
    assert_eq!(record["move"], "e1e8");
    assert_eq!(record["short"], "Re8#");
    assert_eq!(record["mate"], 1);
    assert!(record["cp"].is_null() && record["error"].is_null());
    assert_eq!(record["wdl"], serde_json::json!([1000, 0, 0]));
    assert_eq!(record["fen"], mate);
    assert_eq!(record["pv"], serde_json::json!(["e1e8"]));
    let words = good(&["analyse", "--fen", mate, "--depth", "4"]);
    assert!(
        words.contains("Re8#") && words.contains("win in 1"),
        "{words}"
    );
}

#[test]
fn several_best_lines_are_found() {
    let record = json(&good(&[
        "analyse",
        "--depth",
        "5",
        "--multipv",
        "3",
        "--json",
    ]));
    let lines = record["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    let scores: Vec<_> = lines
        .iter()
        .map(|line| line["cp"].as_i64().expect("no mate"))
        .collect();
    assert!(
        scores.is_sorted_by(|better, worse| better >= worse),
        "{scores:?}"
    );
    let mut moves: Vec<_> = lines.iter().map(|line| line["pv"][0].as_str()).collect();
    assert_eq!(record["move"].as_str(), moves[0]);
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), 3);
}

#[test]
fn a_finished_game_has_a_result_and_no_move() {
    for (fen, result) in [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "loss"),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "draw"),
        ("W:W:B5", "loss"),
    ] {
        let record = json(&good(&["analyse", "--fen", fen, "--depth", "2", "--json"]));
        assert_eq!(record["result"], result, "{fen}");
        assert!(record["move"].is_null(), "{fen}");
    }
}

const FILE: &str = "\
# Two games, two slips.

6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8; id \"mate\";
no position at all
W:W15:B8,19,20\tcomment
W:W15:B8,99
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20\r
";

#[test]
fn a_file_is_analysed_line_by_line_and_slips_are_told() {
    let arguments = ["analyse", "-", "--depth", "3", "--json"];
    let output = feed(&arguments, FILE);
    assert_eq!(output.status.code(), Some(1));
    let records: Vec<_> = text(&output.stdout).lines().map(json).collect();
    let lines: Vec<_> = records
        .iter()
        .map(|record| record["line"].as_u64())
        .collect();
    assert_eq!(lines, [3, 4, 5, 6, 7].map(Some));
    assert_eq!(records[0]["move"], "e1e8");
    assert_eq!(records[2]["move"], "15x2x8x19x20");
    assert_eq!(records[2]["game"], "draughts");
    for record in &records {
        assert_eq!(keys(record), keys(&records[0]));
        assert_eq!(
            record["error"].is_null(),
            record["move"].is_string(),
            "{record}"
        );
    }
    let errors = text(&output.stderr);
    assert!(
        errors.contains("-:4: ") && errors.contains("-:6: "),
        "{errors}"
    );
    assert!(
        errors.ends_with("2 of 5 positions could not be read\n"),
        "{errors}"
    );
}

#[test]
fn each_position_is_searched_as_if_it_were_the_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions.epd");
    std::fs::write(&path, format!("{KIWIPETE}\n{KIWIPETE}\n")).expect("written");
    let path = path.to_str().expect("a plain name");
    let nodes = |line: &str| json(line)["nodes"].as_u64();
    let text = good(&["analyse", path, "--depth", "6", "--json"]);
    let counts: Vec<_> = text.lines().map(nodes).collect();
    assert_eq!(counts.len(), 2);
    assert!(counts[0].is_some() && counts[0] == counts[1], "{counts:?}");
}

#[test]
fn bench_is_a_signature() {
    let last_line = || {
        let text = good(&["bench", "--depth", "4"]);
        text.lines().last().unwrap_or_default().to_owned()
    };
    let (first, second) = (last_line(), last_line());
    let words: Vec<_> = first.split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = words.as_slice() else {
        panic!("{first}")
    };
    assert!(
        nodes.parse::<u64>().is_ok_and(|nodes| nodes > 1000),
        "{first}"
    );
    assert!(speed.parse::<u64>().is_ok(), "{first}");
    assert_eq!(second.split(' ').next(), Some(*nodes));
}

#[test]
fn results_are_there_for_programs_too() {
    let lines = good(&["bench", "--game", "chess", "--depth", "2", "--json"]);
    let lines: Vec<_> = lines.lines().map(json).collect();
    let (total, entries) = lines.split_last().expect("a total");
    assert_eq!(total["positions"], entries.len());
    let nodes: u64 = entries
        .iter()
        .filter_map(|line| line["nodes"].as_u64())
        .sum();
    assert_eq!(total["nodes"], nodes);
    assert!(entries.iter().all(|line| line["best"].is_string()));
    let lines = good(&["show", "--json"]);
    let games: Vec<_> = lines
        .lines()
        .map(|line| json(line)["game"].clone())
        .collect();
    assert_eq!(games, ["chess", "draughts"]);
}

#[test]
fn what_cannot_be_done_is_said() {
    let errors = bad(&["perft", "2", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], 1);
    assert!(errors.starts_with("ajeeb: chess: "), "{errors}");
    bad(&["moves", "--fen", "W:W99:B1"], 1);
    bad(&["analyse", "--fen", ""], 1);
    bad(&["moves", "--game", "chess", "--variant", "killer"], 1);
    let errors = bad(&["analyse", "/no/such/file"], 1);
    assert!(errors.contains("/no/such/file"), "{errors}");
    let errors = bad(&["dxp", "--variant", "russian"], 1);
    assert!(errors.contains("50 squares"), "{errors}");
    bad(&["--log", "/no/such/folder/log", "moves"], 1);
}

#[test]
fn usage_errors_have_a_code_of_their_own() {
    for arguments in [
        &["perft"] as &[&str],
        &["perft", "x"],
        &["perft", "99999999999"],
        &["moves", "--variant", "ludo"],
        &["bench", "--depth", "0"],
        &["dxp", "--games", "2"],
        &["dxp", "--initiator", "--time", "-1"],
        &["dxp", "--listen", "1", "--connect", "2"],
        &["bench", "--threads", "-1"],
        &["analyse", "--nodes", "1e9"],
        &["analyse", "file", "--fen", "W:W1:B2"],
        &["--nonsense"],
        &["nosuchcommand"],
        &["go depth 3", "bar"],
        &["position startpos moves e2e4", "go depth 1", "dd"],
    ] {
        bad(arguments, 2);
    }
}

#[test]
fn uci_commands_run_from_the_command_line() {
    let text = good(&["go depth 3"]);
    assert!(
        text.lines()
            .last()
            .is_some_and(|line| line.starts_with("bestmove ")),
        "{text}"
    );
    assert!(bad(&["go depth 1", "bar"], 2).contains("unknown command: bar"));
    assert!(bad(&["go ponder depth 2"], 1).contains("go ponder"));
}

#[test]
fn the_first_line_chooses_the_protocol() {
    let uci = feed(&[], "uci\nquit\n");
    assert!(text(&uci.stdout).contains("uciok"));
    let hub = feed(&[], "hub\nquit\n");
    assert!(text(&hub.stdout).contains("wait"));
    assert!(uci.status.success() && hub.status.success());
}

#[test]
fn every_command_has_help_with_examples() {
    assert!(good(&["--help"]).contains("Examples:"));
    for command in COMMANDS {
        let help = good(&[command, "--help"]);
        assert!(help.contains("Example"), "{command}");
        assert!(help.contains(&format!("ajeeb {command}")), "{command}");
    }
}

/// The lines under `Example:` or `Examples:` in a command's help.
fn examples(command: &str) -> Vec<String> {
    let help = good(&[command, "--help"]);
    let lines = help
        .lines()
        .skip_while(|line| !line.starts_with("Example"))
        .skip(1);
    lines
        .map(|line| line.trim().to_owned())
        .filter(|line| !line.is_empty())
        .collect()
}

#[cfg(unix)]
#[test]
fn the_examples_of_the_help_run() {
    let folder = binary::path()
        .parent()
        .expect("a folder")
        .to_str()
        .expect("a plain name");
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    // The full benchmark has no place in a test, and no opponent comes to a socket here.
    let shell = COMMANDS
        .into_iter()
        .flat_map(examples)
        .filter(|line| line != "ajeeb bench" && !line.starts_with("ajeeb dxp"));
    for line in shell {
        let mut command = Command::new("sh");
        let output = command
            .args(["-c", &line])
            .env("PATH", &path)
            .stdin(Stdio::null())
            .output();
        let output = output.expect("a shell");
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
        assert!(!output.stdout.is_empty(), "{line}");
    }
}

#[test]
fn the_version_names_the_processor() {
    let text = good(&["--version"]);
    assert!(
        text.starts_with(&format!("ajeeb {}", env!("CARGO_PKG_VERSION"))),
        "{text}"
    );
    assert!(text.contains(std::env::consts::ARCH), "{text}");
}

#[test]
fn a_reader_that_goes_away_is_no_trouble() {
    for arguments in [
        &["moves"] as &[&str],
        &["bench", "--depth", "3"],
        &["perft", "3", "--divide"],
    ] {
        let mut command = Command::new(binary::path());
        command
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut line = String::new();
        let mut stdout = BufReader::with_capacity(1, child.stdout.take().expect("a pipe"));
        stdout.read_line(&mut line).expect("a first line");
        drop(stdout);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
        assert!(output.status.success(), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_once() {
    let cases: [(&[&str], &str); 6] = [
        (&["moves"], ""),
        (&["--help"], ""),
        (&["--version"], ""),
        (&["go depth 2"], ""),
        (&["uci"], "uci\ngo depth 2\n"),
        (&["hub"], "hub\ninit\nlevel depth=2\ngo think\n"),
    ];
    for (arguments, input) in cases {
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("a device that is full");
        let mut command = Command::new(binary::path());
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(full)
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
        assert!(errors.starts_with("ajeeb: cannot write: "), "{errors}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_that_cannot_be_written_is_told_once() {
    let output = feed(&["--log", "/dev/full", "uci"], "uci\nisready\ngo depth 2\n");
    assert!(output.status.success());
    let errors = text(&output.stderr);
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(
        errors.starts_with("ajeeb: cannot write the log: "),
        "{errors}"
    );
}

#[test]
fn a_game_that_is_over_has_a_result_and_no_score() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 100 5";
    let told = good(&["analyse", "--fen", fen]);
    assert!(
        told.contains("the game is over: a draw") && !told.contains("win "),
        "{told}"
    );
    let record = json(&good(&["analyse", "--fen", fen, "--json"]));
    assert_eq!(record["result"], "draw");
    assert!(record["cp"].is_null() && record["wdl"].is_null() && record["move"].is_null());
}

#[test]
fn the_console_plays() {
    let output = feed(&["console"], "level depth 2\ne4\nquit\n");
    assert!(output.status.success());
    assert!(
        text(&output.stdout).contains("Ajeeb plays "),
        "{}",
        text(&output.stdout)
    );
}

#[test]
fn a_log_is_kept_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let path = path.to_str().expect("a plain name");
    assert!(
        feed(&["uci", "--log", path], "uci\nquit\n")
            .status
            .success()
    );
    let log = std::fs::read_to_string(path).expect("a log");
    assert!(log.contains("uciok"), "{log}");
}
