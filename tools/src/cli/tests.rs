use super::*;

fn plan(text: &str) -> Result<Plan, MatchError> {
    match Cli::parse_from(text.split(' ')).command {
        Command::Match(args) => args.plan(),
        other => panic!("{other:?} is no match"),
    }
}

const ENGINES: &str = "ajeeb-lab match --engine cmd=a depth=3 --engine name=b cmd=a --each nodes=9";

#[test]
fn the_command_line_is_consistent() {
    use clap::CommandFactory;
    Cli::command().debug_assert();
}

#[test]
fn engines_are_described_one_by_one() {
    let plan = plan(&format!("{ENGINES} --rounds 7 --draw score=20 --resign")).unwrap();
    let [first, second] = &plan.engines[..] else {
        panic!("two engines: {:?}", plan.engines);
    };
    assert_eq!((first.name.as_str(), second.name.as_str()), ("a", "b"));
    assert_eq!(first.control.to_string(), "nodes=9 depth=3");
    assert_eq!(second.control.to_string(), "nodes=9");
    assert_eq!(plan.rounds, 7);
    assert_eq!(
        plan.adjudication.draw,
        Some(Condition { score: 0.2, ..DRAW })
    );
    assert_eq!(plan.adjudication.resign, Some(RESIGN));
    assert_eq!(
        (plan.game, plan.engines[0].protocol),
        (GameName::Chess, Protocol::Uci)
    );
}

#[test]
fn a_variant_decides_about_the_protocol() {
    let draughts = plan(&format!("{ENGINES} --variant frisian --pdn x")).unwrap();
    assert_eq!(draughts.engines[1].protocol, Protocol::Hub);
    assert_eq!(draughts.records, Some("x".into()));
    assert!(
        plan(&format!("{ENGINES} --variant chess960"))
            .unwrap()
            .chess960
    );
    for wrong in [
        "--variant go",
        "--variant losing --pgn x",
        "--pdn x",
        "--report x",
        "--games 3",
        "--games 0",
        "--resume",
        "--openings order=random",
        "--pgn x --json ./x",
        "--pgn x --log x",
        "--pgn x --report x",
        "--openings x.epd --json x.epd",
    ] {
        assert!(plan(&format!("{ENGINES} {wrong}")).is_err(), "{wrong}");
    }
    let mixed = ENGINES.replace("depth=3", "proto=hub");
    assert!(plan(&mixed).is_err());
    let same_name = ENGINES.replace("name=b ", "");
    assert!(plan(&same_name).is_err());
}

#[test]
fn a_match_has_at_least_two_engines() {
    let one = "ajeeb-lab match --engine cmd=a depth=3";
    assert!(Cli::try_parse_from(one.split(' ')).is_err());
    let three = format!("{ENGINES} --engine name=c cmd=a");
    assert_eq!(plan(&three).unwrap().engines.len(), 3);
    assert_eq!(plan(&three).unwrap().format, Format::RoundRobin);
    let gauntlet = |more: &str| plan(&format!("{three} --tournament gauntlet{more}"));
    let seeds = |plan: Plan| plan.format;
    assert_eq!(
        gauntlet("").map(seeds).unwrap(),
        Format::Gauntlet { seeds: 1 }
    );
    assert_eq!(
        gauntlet(" --seeds 2").map(seeds).unwrap(),
        Format::Gauntlet { seeds: 2 }
    );
    assert!(gauntlet(" --seeds 3").is_err() && gauntlet(" --seeds 0").is_err());
    assert!(plan(&format!("{three} --seeds 2")).is_err());
    assert!(plan(&format!("{three} --games 2 --sprt elo0=0 elo1=5")).is_err());
}

#[test]
fn a_test_needs_an_end() {
    let sprt = "--sprt elo0=0 elo1=5";
    assert!(plan(&format!("{ENGINES} {sprt}")).is_err());
    let plan = plan(&format!("{ENGINES} {sprt} --games 400")).unwrap();
    assert!(plan.sprt.is_some());
    assert_eq!(plan.rounds, 200);
}

#[test]
fn games_that_repeat_are_warned_of() {
    let warnings = |more: &str| plan(&format!("{ENGINES} {more}")).unwrap().warnings.len();
    assert_eq!(warnings("--rounds 2"), 1);
    assert_eq!(warnings("--rounds 1"), 0);
    assert_eq!(warnings("--rounds 2 --openings x.epd"), 0);
    let timed = ENGINES.replace("depth=3", "depth=3 st=1");
    assert_eq!(
        plan(&format!("{timed} --rounds 2")).unwrap().warnings.len(),
        0
    );
}

#[test]
fn games_at_a_time_are_bounded_unless_forced() {
    let many = format!("{ENGINES} --concurrency 100000");
    let bounded = plan(&many).unwrap();
    assert!(bounded.concurrency < 100_000);
    assert!(bounded.warnings[0].contains("--force-concurrency"));
    let forced = plan(&format!("{many} --force-concurrency")).unwrap();
    assert_eq!((forced.concurrency, forced.warnings.len()), (100_000, 0));
}
