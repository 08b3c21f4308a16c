//! Whole conversations. Numbers in test names are those of the project's checklist of Hub rules.

use ajeeb_base::SplitMix64;

use crate::talk::{Talk, count};
use crate::{run_auto, run_hub};

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

fn talk() -> Talk {
    Talk::with(run_hub)
}

#[test]
fn b1_b13_introduction_and_readiness() {
    let talk = talk();
    let first = talk.say("hub").until("wait");
    assert!(first[0].starts_with("id name=Ajeeb version=") && first[0].contains(" author="));
    assert_eq!(count(&first, "param name="), first.len() - 2);
    assert_eq!(talk.say("hub").until("wait"), first);
    assert_eq!(talk.say("init").until("ready"), ["ready"]);
    assert_eq!(talk.say("init").until("ready"), ["ready"]);
    assert_eq!(talk.close(), Vec::<String>::new());
}

#[test]
fn b3_f1_client_libraries_can_split_every_line() {
    let talk = talk();
    let mut lines = talk.say("hub").until("wait");
    lines.extend(talk.say("init\npos\nlevel depth=4\ngo think").until("done"));
    for line in &lines {
        let mut outside = String::new();
        for (index, part) in line.split('"').enumerate() {
            outside.push_str(if index % 2 == 0 { part } else { "quoted" });
            assert!(index % 2 == 0 || !part.contains('='), "{line}");
        }
        for item in outside.split_whitespace().skip(1) {
            assert_eq!(item.split('=').count(), 2, "{line}");
        }
    }
    let info = lines
        .iter()
        .rfind(|line| line.starts_with("info "))
        .unwrap();
    for key in [
        "depth=",
        "mean-depth=",
        "max-depth=",
        "score=",
        "nodes=",
        "time=",
        "nps=",
        "pv=\"",
    ] {
        assert!(info.contains(&format!(" {key}")), "{info}");
    }
    assert!(lines.last().unwrap().starts_with("done move="));
}

#[test]
fn z_a_game_with_pondering() {
    let talk = talk();
    talk.say("hub").next("wait");
    talk.say("set-param name=variant value=frisian\ninit")
        .next("ready");
    talk.say("new-game\nlevel depth=3")
        .say(&format!("pos pos={START}\ngo think"));
    let done = talk.next("done move=");
    assert!(!done.contains('x'));
    talk.say(&format!(
        "pos pos={START} moves=\"32-28 19-23\"\nlevel depth=2\ngo ponder"
    ));
    talk.next("info depth=2");
    assert_eq!(talk.say("ping").until("pong"), ["pong"]);
    assert_eq!(
        count(&talk.say("ponder-hit").until("done"), "done move=28x19x23"),
        1
    );
    assert_eq!(talk.close(), Vec::<String>::new());
}

#[test]
fn a5_a6_bad_lines_are_named_or_ignored() {
    let talk = talk();
    let errors = [
        ("pos pos=\"W", "missing closing quote"),
        ("= 3", "no command"),
        ("foo bar=1", "unknown command foo"),
        (
            "set-param name=frob value=1",
            "no parameter is called 'frob'",
        ),
        ("set-param name=threads value=many", "whole number"),
        ("set-param", "without a name"),
        ("level depth=x", "depth must be a number"),
        ("pos frob", "neither pos nor start"),
    ];
    for (line, part) in errors {
        let error = talk.say(line).next("error message=\"");
        assert!(error.contains(part), "{line}: {error}");
        assert_eq!(error.matches('"').count(), 2);
    }
    assert_eq!(talk.say("\n  \n\tping\r\nping").until("pong"), ["pong"]);
    assert_eq!(talk.close(), ["pong"]);
}

#[test]
fn c2_c3_bad_positions_leave_the_one_before() {
    let talk = talk();
    talk.say("init\npos pos=WeeeeeeeeeeeeeeeeebeeeeeeeeebeeeeweeeeeeeeeebeeeeeW");
    for bad in [
        "Weee",
        "X",
        "",
        "\"\"",
        "Weeeweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebe",
    ] {
        talk.say(&format!("pos pos={bad}")).next("error message=");
    }
    talk.say("level depth=2\ngo think");
    assert!(talk.next("done").starts_with("done move=33x13x18x28"));
}

#[test]
fn c7_c12_moves_are_played_up_to_the_first_illegal_one() {
    let talk = talk();
    talk.say("init").next("ready");
    let error = talk
        .say(&format!("pos pos={START} moves=\"32-28 20-24 25-20\""))
        .next("error message=");
    assert!(
        error.contains("25-20") && error.contains("number 3"),
        "{error}"
    );
    for moves in ["33x13x28x18", "33x13x18x28"] {
        talk.say(&format!(
            "pos pos=WeeeeeeeeeeeeeeeeebeeeeeeeeebeeeeweeeeeeeeeebeeeeeW moves=\"{moves}\"\n\
             level depth=1\ngo think"
        ));
        assert!(talk.next("done move=").starts_with("done move=44"));
    }
}

#[test]
fn e2_e9_e10_every_go_is_answered_once_and_in_order() {
    let talk = talk();
    talk.say("init\nstop\nponder-hit").next("ready");
    talk.say(&format!(
        "pos pos={START} moves=\"32-28 19-23\"\nlevel time=5\ngo ponder\nstop\n\
         pos pos={START} moves=\"32-28 18-23\"\nlevel depth=2\ngo think"
    ));
    assert!(talk.next("done move=").starts_with("done move=28x19x23"));
    assert!(talk.next("done move=").starts_with("done move="));
    assert_eq!(talk.say("stop\nping").until("pong"), ["pong"]);
    assert_eq!(talk.close(), Vec::<String>::new());
}

#[test]
fn e13_commands_in_a_search_wait_their_turn() {
    let talk = talk();
    talk.say("init\npos\nlevel infinite\ngo analyze")
        .next("info depth=1");
    talk.say("set-param name=threads value=2\nset-param name=tt-size value=17\nnew-game\nping");
    assert_eq!(count(&talk.until("pong"), "done"), 0);
    let error = talk
        .say("set-param name=variant value=losing")
        .next("error message=");
    assert!(error.contains("during a search"));
    talk.say("stop").next("done move=");
    talk.say("set-param name=variant value=losing\npos\nlevel depth=2\ngo think")
        .next("done move=");
}

#[test]
fn e14_a_position_without_moves_gets_an_error_and_an_answer() {
    let talk = talk();
    talk.say("init\nlevel depth=2").next("ready");
    talk.say("pos pos=Weeeeeeeeeeeeeeeebeeebeeeeweeeeeeeeeeeeeeeeeeeeeeee\ngo think");
    assert_eq!(
        talk.until("done"),
        ["error message=\"no legal move\"", "done move=none"]
    );
}

#[test]
fn b14_all_variants_play_without_init() {
    let talk = talk();
    for variant in [
        "killer",
        "bt",
        "frisian",
        "losing",
        "russian",
        "brazilian",
        "normal",
    ] {
        talk.say(&format!(
            "set-param name=variant value={variant}\npos start\nlevel depth=3\ngo think"
        ));
        assert_eq!(count(&talk.until("done move="), "error"), 0, "{variant}");
    }
}

#[test]
fn e2_no_interleaving_loses_or_doubles_an_answer() {
    const COMMANDS: [&str; 11] = [
        "level depth=1\ngo think",
        "level infinite\ngo analyze",
        "level depth=1\ngo ponder",
        "level nodes=300\ngo think",
        "stop",
        "ponder-hit",
        "ping",
        "init",
        "pos",
        "new-game",
        "set-param name=threads value=2",
    ];
    for seed in 0..6 {
        let mut random = SplitMix64::new(seed);
        let talk = talk();
        let mut sent = Vec::new();
        for _ in 0..120 {
            let command = COMMANDS[random.below(COMMANDS.len())];
            sent.push(command.lines().last().unwrap().to_string());
            talk.say(command);
        }
        let lines = talk.close();
        assert_eq!(count(&lines, "done"), count(&sent, "go"), "seed {seed}");
        assert_eq!(count(&lines, "pong"), count(&sent, "ping"), "seed {seed}");
        assert_eq!(count(&lines, "ready"), count(&sent, "init"), "seed {seed}");
    }
}

#[test]
fn a14_the_first_command_chooses_the_protocol() {
    let answer = |first: &str, prefix: &str| {
        let talk = Talk::with(run_auto);
        let line = talk.say(first).next(prefix);
        talk.close();
        line
    };
    answer("\n \nhub", "wait");
    answer("init", "ready");
    answer("ping", "pong");
    answer("uci", "uciok");
    answer("isready", "readyok");
    answer("position startpos\ngo depth 1", "bestmove");
    assert_eq!(Talk::with(run_auto).close(), Vec::<String>::new());
}
