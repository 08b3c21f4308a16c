//! Nets from files, as clients of both protocols and users of the command line choose them: good
//! ones count, bad ones are refused in one line and change nothing.

use std::fs;
use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{Arc, Mutex};

use ajeeb_chess::Chess;
use ajeeb_draughts::{Draughts, Frisian, International};
use ajeeb_engine_tests::{binary, nets};
use ajeeb_protocol::{run_hub, run_uci};
use serde_json::Value;
use tempfile::TempDir;

/// A folder with a net for chess and one for each of two draughts, and files that are none.
struct Files(TempDir);

impl Files {
    fn new() -> Files {
        let files = Files(tempfile::tempdir().expect("a folder"));
        let chess = nets::random_network::<Chess>(5, true).write();
        let mut flipped = chess.clone();
        flipped[1000] ^= 1;
        files.write("truncated.net", &chess[..chess.len() - 1]);
        files.write("flipped.net", &flipped);
        files.write("empty.net", &[]);
        files.write(
            "text.net",
            b"a text of more than sixty-four bytes, which is no net of any kind",
        );
        files.write("chess.net", &chess);
        let international = nets::random_network::<Draughts<International>>(6, false);
        files.write("international.net", &international.write());
        let frisian = nets::random_network::<Draughts<Frisian>>(7, false);
        files.write("frisian.net", &frisian.write());
        fs::create_dir(files.path("folder.net")).expect("a folder");
        files
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).expect("a file");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The files that chess cannot be evaluated by, with a word of the reason.
    fn bad(&self) -> [(PathBuf, &'static str); 7] {
        [
            ("truncated.net", "bytes long"),
            ("flipped.net", "checksum"),
            ("empty.net", "not a net"),
            ("text.net", "not a net"),
            ("international.net", "for game 2 variant 1"),
            ("folder.net", "not a file"),
            ("missing.net", "os error 2"),
        ]
        .map(|(name, reason)| (self.path(name), reason))
    }
}

/// What a front end has written.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Run = fn(Cursor<String>, Sink) -> ExitCode;

/// The answers to `lines`, all of which are there at once.
fn talk(run: Run, lines: &[String]) -> Vec<String> {
    let sink = Sink::default();
    let code = run(Cursor::new(lines.join("\n")), sink.clone());
    assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::SUCCESS));
    let bytes = sink.0.lock().expect("no panic").clone();
    let text = String::from_utf8(bytes).expect("UTF-8");
    text.lines().map(str::to_owned).collect()
}

fn uci(lines: &[String]) -> Vec<String> {
    talk(run_uci, lines)
}

fn hub(lines: &[String]) -> Vec<String> {
    talk(run_hub, lines)
}

fn choose(file: &Path) -> String {
    format!("setoption name EvalFile value {}", file.display())
}

fn set_param(file: &Path) -> String {
    format!("set-param name=eval-file value=\"{}\"", file.display())
}

fn strings<const N: usize>(lines: [&str; N]) -> [String; N] {
    lines.map(str::to_owned)
}

/// Those of `lines` that begin with `prefix`.
fn only<'a>(lines: &'a [String], prefix: &str) -> Vec<&'a str> {
    let lines = lines.iter().map(String::as_str);
    lines.filter(|line| line.starts_with(prefix)).collect()
}

const POSITION: &str = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6";

#[test]
fn uci_knows_the_option() {
    let lines = uci(&strings(["uci"]));
    let declared = "option name EvalFile type string default <embedded>";
    assert_eq!(only(&lines, "option name EvalFile"), [declared]);
}

#[test]
fn a_net_counts_until_another_choice() {
    let files = Files::new();
    let net = files.path("chess.net");
    let [position, eval, none, built_in] = strings([
        POSITION,
        "eval",
        "setoption name EvalFile value none",
        "setoption name EvalFile value <embedded>",
    ]);
    let lines = uci(&[
        position,
        eval.clone(),
        choose(&net),
        eval.clone(),
        none,
        eval.clone(),
        built_in,
        eval.clone(),
    ]);
    let finals = only(&lines, "Final");
    let [at_first, by_net, by_hand, again] = finals[..] else {
        panic!("{lines:#?}")
    };
    assert_eq!(at_first, again);
    assert_ne!(by_net, by_hand);
    let expected = only(&lines, "By hand: ")[0].replace("By hand: ", "Final evaluation: ");
    assert_eq!(by_hand, format!("{expected} (white side)"));
    assert_eq!(only(&lines, "info string"), Vec::<&str>::new());
}

#[test]
fn the_search_goes_by_the_net() {
    let files = Files::new();
    let last = |choice: &[String]| {
        let mut lines = choice.to_vec();
        lines.extend(strings(["isready", POSITION, "go depth 6"]));
        let lines = uci(&lines);
        assert_eq!(only(&lines, "info string"), Vec::<&str>::new());
        let depths = only(&lines, "info depth 6 ");
        let score = depths.last().expect("six iterations").split(" score ");
        let words = score.last().expect("a score").split(' ');
        words
            .take_while(|word| *word != "nps")
            .collect::<Vec<_>>()
            .join(" ")
    };
    let none = strings(["setoption name EvalFile value none"]);
    let net = [choose(&files.path("chess.net"))];
    let by_net = last(&net);
    assert_ne!(by_net, last(&none));
    // Nothing stays of one evaluation in the other's search.
    let search = strings(["go depth 5"]);
    assert_eq!(last(&[&none[..], &search, &net].concat()), by_net);
    let many = strings([
        "setoption name Threads value 2",
        "setoption name Threads value 1",
    ]);
    assert_eq!(last(&[&net[..], &many].concat()), by_net);
}

#[test]
fn uci_refuses_bad_nets_in_a_line_and_keeps_the_old_one() {
    let files = Files::new();
    for (bad, reason) in files.bad() {
        let good = choose(&files.path("chess.net"));
        let [position, eval] = strings([POSITION, "eval"]);
        let lines = uci(&[position, good, eval.clone(), choose(&bad), eval]);
        let notices = only(&lines, "info string");
        let [notice] = notices[..] else {
            panic!("{lines:#?}")
        };
        assert!(notice.contains("EvalFile stays as it was"), "{notice}");
        assert!(notice.contains(reason), "{notice}");
        assert!(notice.contains(&*bad.to_string_lossy()), "{notice}");
        let finals = only(&lines, "Final");
        assert_eq!(finals[0], finals[1]);
    }
}

#[test]
fn a_choice_during_a_search_is_for_the_next() {
    let files = Files::new();
    let lines = uci(&[
        "go infinite".to_owned(),
        choose(&files.path("missing.net")),
        choose(&files.path("chess.net")),
        "isready".to_owned(),
        "stop".to_owned(),
        "go depth 2".to_owned(),
    ]);
    assert_eq!(only(&lines, "info string").len(), 1);
    assert_eq!(only(&lines, "readyok").len(), 1);
    assert_eq!(only(&lines, "bestmove").len(), 2);
}

#[test]
fn hub_evaluates_by_a_net() {
    let files = Files::new();
    let search = strings([
        "init",
        "pos start moves=\"32-28 19-23\"",
        "level depth=6",
        "go think",
    ]);
    let score = |before: &[String], after: &[String]| {
        let lines = hub(&[before, &search[..1], after, &search[1..]].concat());
        assert_eq!(only(&lines, "ready"), ["ready"]);
        assert_eq!(only(&lines, "error"), Vec::<&str>::new());
        let last = only(&lines, "info").last().expect("a report").to_string();
        let score = last.split(" score=").last().expect("a score");
        let end = score.find(" time=").expect("a time");
        score[..end].to_owned()
    };
    let net = [set_param(&files.path("international.net"))];
    let none = strings(["set-param name=eval-file value=none"]);
    let by_net = score(&net, &[]);
    assert_eq!(score(&[], &net), by_net);
    assert_ne!(score(&none, &[]), by_net);
    assert_eq!(score(&net, &none), score(&none, &[]));
    // The variant may come after its net, as long as nothing has been made of either.
    let frisian = strings(["set-param name=variant value=frisian"]);
    let net = [set_param(&files.path("frisian.net"))];
    assert_eq!(
        score(&[&net[..], &frisian].concat(), &[]),
        score(&[&frisian[..], &net].concat(), &[])
    );
}

#[test]
fn hub_refuses_bad_nets_in_a_line() {
    let files = Files::new();
    let mut bad = files.bad().to_vec();
    bad.retain(|(path, _)| !path.ends_with("international.net"));
    bad.push((files.path("frisian.net"), "for game 2 variant 4"));
    let mut declared = "param name=eval-file".to_owned();
    for (file, reason) in bad {
        let good = set_param(&files.path("international.net"));
        let [init, hello] = strings(["init", "hub"]);
        let late = hub(&[good, init.clone(), set_param(&file), hello.clone()]);
        let early = hub(&[set_param(&file), init, hello]);
        for (lines, kept) in [(late, "international.net\""), (early, "<embedded>")] {
            let errors = only(&lines, "error message=");
            assert_eq!(errors.len(), 1, "{lines:#?}");
            assert!(errors[0].contains(reason), "{errors:?}");
            declared = only(&lines, "param name=eval-file")[0].replace("\" type", " type");
            let kept = kept.trim_end_matches('"');
            assert!(
                declared.contains(&format!("{kept} type=string")),
                "{declared}"
            );
        }
    }
    assert!(declared.starts_with("param name=eval-file value="));
}

/// The output of a run of the program, and whether it went well.
fn ajeeb(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(binary::path()).args(arguments).output();
    let output = output.expect("the program runs");
    let bytes = if output.status.success() {
        output.stdout
    } else {
        output.stderr
    };
    (
        output.status.success(),
        String::from_utf8(bytes).expect("UTF-8"),
    )
}

#[test]
fn commands_take_a_net() {
    let files = Files::new();
    let path = |name: &str| files.path(name).to_string_lossy().into_owned();
    let (chess, frisian, flipped) = (path("chess.net"), path("frisian.net"), path("flipped.net"));
    let good: [&[&str]; 5] = [
        &["eval", "--eval-file", &chess],
        &[
            "eval",
            "--eval-file",
            &frisian,
            "--variant",
            "frisian",
            "--json",
        ],
        &["bench", "--depth", "1", "--eval-file", &frisian],
        &["analyse", "--depth", "2", "--eval-file", "none"],
        &["analyse", "--depth", "2", "--eval-file", &chess],
    ];
    for arguments in good {
        let (well, text) = ajeeb(arguments);
        assert!(well, "{arguments:?}: {text}");
    }
    let bad: [&[&str]; 5] = [
        &["eval", "--eval-file", &flipped],
        &["eval", "--eval-file", &frisian],
        &[
            "bench",
            "--depth",
            "1",
            "--game",
            "chess",
            "--eval-file",
            &frisian,
        ],
        &["console", "--eval-file", &frisian],
        &["analyse", "--depth", "2", "--eval-file", &flipped],
    ];
    for arguments in bad {
        let (well, text) = ajeeb(arguments);
        assert!(!well && text.lines().count() == 1, "{arguments:?}: {text}");
        assert!(text.starts_with("ajeeb: net "), "{text}");
    }
}

#[test]
fn eval_tells_what_each_piece_is_worth_to_the_net() {
    let files = Files::new();
    let json = |arguments: &[&str]| -> Value {
        let (well, text) = ajeeb(arguments);
        assert!(well, "{text}");
        serde_json::from_str(&text).expect("JSON")
    };
    let net = files.path("chess.net").to_string_lossy().into_owned();
    let fen = "4k3/4p3/8/8/8/8/3PP3/4K3 w - - 0 1";
    let record = json(&["eval", "--json", "--eval-file", &net, "--fen", fen]);
    assert_eq!(record["white"], record["net"]);
    let pieces = record["pieces"].as_array().expect("a list");
    let squares: Vec<_> = pieces.iter().map(|piece| &piece["square"]).collect();
    assert_eq!(squares, ["d2", "e2", "e7"]);
    assert_eq!(pieces[2]["piece"], "p");
    // Lifted off, the piece is worth what the net says without it.
    let without = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
    let less = json(&["eval", "--json", "--eval-file", &net, "--fen", without]);
    let number = |value: &Value| value.as_i64().expect("a number");
    assert_eq!(
        number(&pieces[0]["worth"]),
        number(&record["net"]) - number(&less["net"])
    );
    let by_hand = json(&["eval", "--json", "--eval-file", "none", "--fen", fen]);
    assert_eq!(by_hand["white"], record["by_hand"]);
    assert_eq!(by_hand["pieces"].as_array().map(Vec::len), Some(0));
    assert!(by_hand["net"].is_null());
}
