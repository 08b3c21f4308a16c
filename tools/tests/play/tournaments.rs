//! More than two engines, tests that end a match, openings from game records, node time, the log.

use std::fs;

use serde_json::json;

use crate::lab::{FOOLS_MATE, Folder, play, play_well, read, succeed};

/// All tests by name.
pub(crate) const ALL: &[(&str, fn())] = &[
    (
        "three_engines_play_a_round_robin",
        three_engines_play_a_round_robin,
    ),
    (
        "a_gauntlet_is_played_by_its_seeds",
        a_gauntlet_is_played_by_its_seeds,
    ),
    (
        "a_test_is_decided_by_illegal_moves",
        a_test_is_decided_by_illegal_moves,
    ),
    ("a_test_is_decided_by_scores", a_test_is_decided_by_scores),
    (
        "an_undecided_test_goes_on_to_the_last_game",
        an_undecided_test_goes_on_to_the_last_game,
    ),
    (
        "openings_come_from_recorded_chess",
        openings_come_from_recorded_chess,
    ),
    (
        "openings_come_from_recorded_draughts",
        openings_come_from_recorded_draughts,
    ),
    (
        "an_engine_that_knows_node_time_is_told_it",
        an_engine_that_knows_node_time_is_told_it,
    ),
    (
        "an_engine_that_does_not_gets_nodes",
        an_engine_that_does_not_gets_nodes,
    ),
    ("every_event_is_logged", every_event_is_logged),
    (
        "odd_plans_are_refused_or_warned_about",
        odd_plans_are_refused_or_warned_about,
    ),
];

/// Loses as White by an illegal move.
const LOSES_AS_WHITE: &str = "illegal@0";

fn three_engines_play_a_round_robin() {
    let engines = [("A", ""), ("B", ""), ("C", LOSES_AS_WHITE)];
    let more = "--rounds 2 --max-plies 2 --every 6";
    let played = succeed(Folder::new().play(&engines, more));
    let engine = |index: usize| played.results_of(&played.state["engines"][index]);
    assert_eq!(
        [0, 1, 2].map(engine),
        [[2, 6, 0], [2, 6, 0], [0, 4, 4]],
        "{}",
        played.text()
    );
    let pairing = |index: usize| &played.state["pairings"][index];
    assert_eq!(pairing(1)["players"], json!(["A", "C"]));
    assert_eq!(played.results_of(pairing(0)), [0, 4, 0]);
    assert_eq!(pairing(2)["pairs"], json!([0, 0, 0, 2, 0]));
    assert_eq!(
        played.tags("Round")[4..8],
        ["1.5", "1.6", "2.1", "2.2"],
        "{}",
        played.records
    );
    assert_eq!(played.tags("White")[..6], ["A", "B", "A", "C", "B", "C"]);
    let text = played.text();
    for line in [
        "Standing after 6 of 12 games:",
        "Standing after 12 of 12 games:",
        "1 A 88.7 93.4 245.7 97.7 % 8 5.0 62.5 % 75.0 % [0, 0, 2, 2, 0]",
        "# Name 1 2 3",
        "3 C 1.0/4 1.0/4 -",
    ] {
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            text.lines().any(|told| words(told) == line),
            "{line} is not in {text}"
        );
    }
    let control = |c: char| c.is_control() && c != '\n';
    assert!(!text.contains(control), "{text:?}");
}

fn a_gauntlet_is_played_by_its_seeds() {
    let engines = [("A", ""), ("B", ""), ("C", ""), ("D", "")];
    let more = "--tournament gauntlet --seeds 2 --games 2 --max-plies 1";
    let played = succeed(Folder::new().play(&engines, more));
    let met: Vec<_> = played.tags("White").into_iter().step_by(2).collect();
    assert_eq!(met, ["A", "A", "B", "B"]);
    let met: Vec<_> = played.tags("Black").into_iter().step_by(2).collect();
    assert_eq!(met, ["C", "D", "C", "D"]);
    assert_eq!(played.state["played"], 8);
}

fn a_test_is_decided_by_illegal_moves() {
    let more = "--rounds 500 --max-plies 4 --sprt elo0=0 elo1=50";
    let played = play_well("", "illegal@0 illegal@1", more);
    let sprt = &played.state["sprt"];
    assert_eq!(sprt["verdict"], "H1 accepted");
    assert!(sprt["llr"].as_f64() > sprt["upper"].as_f64(), "{sprt}");
    // H0 gives a won pair the probability 1/2, H1 (1 + t / sqrt(1 + t^2)) / 2, where t is
    // sqrt(2) * 50 ln 10 / 800. 17 pairs are the first whose ratio reaches ln 19, and one more
    // may have begun by then.
    let [wins, draws, losses] = played.results();
    assert!([34, 36].contains(&wins) && (draws, losses) == (0, 0));
    assert_eq!(played.state["pairs"], json!([0, 0, 0, 0, wins / 2]));
    assert!(
        played.text().contains("normalised, H1 accepted"),
        "{}",
        played.text()
    );
}

fn a_test_is_decided_by_scores() {
    let more = "--rounds 500 --resign moves=1 --sprt elo0=0 elo1=50 model=logistic \
                --concurrency 3 --force-concurrency";
    let played = play_well("score=-900", "", more);
    assert_eq!(played.state["sprt"]["verdict"], "H0 accepted");
    let [wins, draws, losses] = played.results();
    assert_eq!((wins, draws), (0, 0));
    // Pairs that had begun were finished, and no more of them than there are workers.
    assert!(losses % 2 == 0 && losses < 100, "{losses}");
    assert_eq!(played.state["pairs"][0].as_u64(), Some(losses / 2));
    assert_eq!(played.tags("Termination")[0], "adjudication");
}

fn an_undecided_test_goes_on_to_the_last_game() {
    let more = "--games 4 --max-plies 1 --sprt elo0=-1 elo1=1";
    let played = play_well("", "", more);
    assert_eq!(played.results(), [0, 4, 0]);
    assert_eq!(played.state["sprt"]["verdict"], "continues");
}

fn openings_come_from_recorded_chess() {
    let folder = Folder::new();
    let list = folder.path("book.pgn");
    let games = "[Event \"one\"]\n\n1. e4 {a comment} e5 2. Nf3 Nc6 *\n\n\
                 [Event \"two\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n\
                 1. e4 Ke7 1/2-1/2\n";
    fs::write(&list, games).expect("a file");
    let more = format!(
        "--rounds 2 --max-plies 1 --openings file={} format=pgn plies=2",
        list.display()
    );
    let played = succeed(folder.play(&[("A", ""), ("B", "")], &more));
    let (one, two) = (
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "8/4k3/8/8/4P3/8/8/4K3 w - - 1 2",
    );
    assert_eq!(played.tags("FEN"), [one, one, two, two]);
    assert!(played.records.contains("\n2. "), "{}", played.records);
}

fn openings_come_from_recorded_draughts() {
    let folder = Folder::new();
    let list = folder.path("book.pdn");
    fs::write(
        &list,
        "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 1-1\n",
    )
    .expect("a file");
    let more = format!(
        "--variant international --max-plies 1 --openings {}",
        list.display()
    );
    let played = succeed(folder.play(&[("A", ""), ("B", "")], &more));
    let fens = played.tags("FEN");
    assert_eq!(fens.len(), 2, "{}", played.records);
    assert!(
        fens[0].starts_with("W:W31,33,") || fens[0].starts_with("W:W31,33-"),
        "{fens:?}"
    );
}

/// The lines that ask for a move, from a file of lines heard.
fn questions(heard: &str, first_word: &str) -> Vec<String> {
    let lines = heard.lines().filter(|line| line.starts_with(first_word));
    lines.map(str::to_owned).collect()
}

fn an_engine_that_knows_node_time_is_told_it() {
    let folder = Folder::new();
    let heard = folder.path("heard");
    let a = format!("nodestime nodes=600 heard={}", heard.display());
    let a = format!("{a}; tc=1+0.1 nodestime=1");
    let played = succeed(folder.play(&[("A", &a), ("B", "")], "--games 2 --max-plies 20"));
    let heard = read(&heard);
    assert!(
        heard.contains("setoption name nodestime value 1"),
        "{heard}"
    );
    // 600 nodes are 600 ms, the second time 100 more than there are, whatever the machine does.
    let game = [
        "go wtime 1000 winc 100 depth 1",
        "go wtime 500 winc 100 depth 1",
    ];
    assert_eq!(questions(&heard, "go")[..2], game);
    assert_eq!(played.forfeits(0), [2, 0, 0, 0]);
    assert_eq!(played.tags("PlyCount"), ["2", "3"]);
    assert_eq!(
        played.ends(),
        [
            "White loses on time, 100.0 ms late",
            "Black loses on time, 100.0 ms late"
        ]
    );
    assert_eq!(
        played.tags("WhiteTimeControl")[0],
        "1+0.1 depth=1 nodestime=1"
    );
}

fn an_engine_that_does_not_gets_nodes() {
    let folder = Folder::new();
    let chess = folder.path("chess");
    let a = format!("nodes=900 heard={}; tc=3 nodestime=10", chess.display());
    let more = "--games 2 --max-plies 4";
    succeed(folder.play(&[("A", &a), ("B", "")], more));
    // A thirtieth of 3000 ms; then of 2910 ms, as 900 nodes are 90 ms.
    let asked = ["go depth 1 nodes 1000", "go depth 1 nodes 970"];
    assert_eq!(questions(&read(&chess), "go"), [asked, asked].concat());
    let draughts = folder.path("draughts");
    let a = format!("nodes=900 heard={}; tc=3 nodestime=10", draughts.display());
    succeed(folder.play(
        &[("A", &a), ("B", "")],
        &format!("--variant international {more}"),
    ));
    let asked = ["level depth=1 nodes=1000", "level depth=1 nodes=970"];
    let heard = questions(&read(&draughts), "level");
    assert_eq!(heard, [asked, asked].concat());
}

fn every_event_is_logged() {
    let folder = Folder::new();
    let log = folder.path("log");
    let more = format!("--games 2 --log {}", log.display());
    let a = format!("{FOOLS_MATE} crash@2; option.Hsah=1");
    succeed(folder.play(&[("A", &a), ("B", FOOLS_MATE)], &more));
    let log = read(&log);
    for part in [
        "Z Warning: A has no option Hsah\n",
        "Z Game 1: A has ended",
        "\n    ! something terrible has happened\n",
        "Z Game 1 (round 1.1): A - B 0-1, White has ended",
        "Z Game 2 (round 1.2): B - A 0-1, checkmate\n",
        "Z Match finished.\nScore of A vs B: 1 - 1 - 0",
    ] {
        assert!(log.contains(part), "{part} is not in {log}");
    }
}

fn odd_plans_are_refused_or_warned_about() {
    let asked = "--games 2 --max-plies 1 --concurrency 100000";
    let bounded = play_well("", "", asked);
    assert!(
        bounded
            .errors()
            .starts_with("Warning: --concurrency 100000"),
        "{}",
        bounded.errors()
    );
    for (more, part) in [
        ("--games 2 --sprt elo0=5 elo1=0", "--sprt needs elo0="),
        ("--seeds 2", "--seeds is for --tournament gauntlet"),
        ("--openings x.epd plies=3", "plies= is for openings in PGN"),
    ] {
        let refused = play("", "", more);
        assert_eq!(refused.output.status.code(), Some(1), "{more}");
        let errors = refused.errors();
        assert!(errors.contains(part), "{part} is not in {errors}");
    }
    let endless = play("", "; tc=inf", "--each tc=1 --games 2 --max-plies 1");
    assert!(
        endless.errors().contains("B has no limit"),
        "{}",
        endless.errors()
    );
}
