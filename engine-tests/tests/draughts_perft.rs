//! Draughts move generation against known counts in all seven rule sets: a suite of our own, and
//! the outside suites as deep as a minute allows.

use ajeeb_draughts::{
    Brazilian, Breakthrough, Draughts, Frisian, International, Killer, Losing, Russian, Variant,
};
use ajeeb_engine_tests::shared;
use ajeeb_game::{Notation, Rules, Select, Unobserved};

/// Leaf positions of the move tree, counting (not listing) the last ply.
fn perft<R: Rules>(position: &R::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => R::count(position),
        _ => {
            let mut moves = R::Moves::default();
            R::moves(position, Select::All, &mut moves);
            moves
                .iter()
                .map(|&mv| perft::<R>(&R::play(position, mv, &mut Unobserved), depth - 1))
                .sum()
        }
    }
}

/// A position with its counts: depth and nodes.
struct Line {
    variant: String,
    fen: String,
    counts: Vec<(u32, u64)>,
}

impl Line {
    /// Checks the counts of at most `cap` nodes (and more than `done`, so that a deeper run does
    /// not repeat a shallower one), and gives the nodes counted.
    fn check(&self, done: u64, cap: u64) -> u64 {
        match self.variant.as_str() {
            "international" => self.check_as::<International>(done, cap),
            "killer" => self.check_as::<Killer>(done, cap),
            "breakthrough" => self.check_as::<Breakthrough>(done, cap),
            "frisian" => self.check_as::<Frisian>(done, cap),
            "losing" => self.check_as::<Losing>(done, cap),
            "russian" => self.check_as::<Russian>(done, cap),
            "brazilian" => self.check_as::<Brazilian>(done, cap),
            other => panic!("unknown rule set {other}"),
        }
    }

    fn check_as<V: Variant>(&self, done: u64, cap: u64) -> u64 {
        let Line {
            variant,
            fen,
            counts,
        } = self;
        let position = Draughts::<V>::read_position(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        let mut sum = 0;
        for &(depth, nodes) in counts
            .iter()
            .filter(|(_, nodes)| (done..=cap).contains(nodes))
        {
            let counted = perft::<Draughts<V>>(&position, depth);
            assert_eq!(counted, nodes, "{variant} {fen} depth {depth}");
            sum += counted;
        }
        sum
    }
}

/// Made for this project: positions with their counts from depth 1 on, by two generators.
const OWN: &[(&str, &str, &[u64])] = &[
    // The starts.
    (
        "international",
        "W:W31-50:B1-20",
        &[9, 81, 658, 4265, 27_117, 167_140],
    ),
    (
        "killer",
        "W:W31-50:B1-20",
        &[9, 81, 658, 4265, 27_117, 167_140],
    ),
    (
        "breakthrough",
        "W:W31-50:B1-20",
        &[9, 81, 658, 4265, 27_117, 167_140],
    ),
    (
        "losing",
        "W:W31-50:B1-20",
        &[9, 81, 658, 4265, 27_117, 167_140],
    ),
    (
        "frisian",
        "W:W31-50:B1-20",
        &[9, 81, 658, 3874, 21_265, 102_431],
    ),
    (
        "russian",
        "W:W21-32:B1-12",
        &[7, 49, 302, 1469, 7482, 37_986],
    ),
    (
        "brazilian",
        "W:W21-32:B1-12",
        &[7, 49, 302, 1469, 7473, 37_628],
    ),
    // The first crown ends the game.
    ("breakthrough", "W:W6-10:B41-45", &[9, 0, 0]),
    // Frisian captures of men and kings in all directions.
    (
        "frisian",
        "B:W10,12,17,22,37,42:B7,K13,16,25,26,30,44",
        &[2, 2, 7, 25, 204, 1356],
    ),
    (
        "frisian",
        "B:WK5,K8,18,21,34,39,46,49:BK1,7,12,13,25,35",
        &[1, 2, 2, 25, 98, 805],
    ),
    (
        "frisian",
        "W:W10,26,K33,34,35,42,K44:B5,8,13,15,17,31,40",
        &[2, 2, 32, 57, 529, 3072],
    ),
];

#[test]
fn own_suite() {
    for &(variant, fen, counts) in OWN {
        let line = Line {
            variant: variant.to_owned(),
            fen: fen.to_owned(),
            counts: (1..).zip(counts.iter().copied()).collect(),
        };
        line.check(0, u64::MAX);
    }
}

/// Lines `FEN ;D1 n ;D2 n ... ;src where from`.
fn epd(variant: &str) -> Option<Vec<Line>> {
    let text = shared::read(&format!("data/draughts/perft/{variant}.epd"))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Some(lines.map(|line| epd_line(variant, line)).collect())
}

fn epd_line(variant: &str, line: &str) -> Line {
    let mut fields = line.split(';');
    let fen = fields
        .next()
        .expect("split gives one field at least")
        .trim()
        .to_owned();
    let counts = fields.filter_map(|field| {
        let (depth, nodes) = field.trim().strip_prefix('D')?.split_once(' ')?;
        Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
    });
    let counts: Vec<_> = counts.collect();
    assert!(!counts.is_empty(), "no counts in {line}");
    Line {
        variant: variant.to_owned(),
        fen,
        counts,
    }
}

/// The rows of `all-variants.csv` for the rule sets played here, by merged captures.
fn table() -> Option<Vec<Line>> {
    const NAMES: [&str; 7] = [
        "international",
        "killer",
        "breakthrough",
        "frisian",
        "losing",
        "russian",
        "brazilian",
    ];
    let text = shared::read("data/draughts/perft/all-variants.csv")?;
    let mut lines: Vec<Line> = Vec::new();
    for row in csv::Reader::from_reader(text.as_bytes()).deserialize() {
        let (variant, fen, depth, nodes): (String, String, u32, u64) = {
            let (v, f, d, n, _, _): (String, String, u32, u64, String, String) =
                row.expect("a row of all-variants.csv");
            (v, f, d, n)
        };
        if !NAMES.contains(&variant.as_str()) {
            continue;
        }
        match lines
            .iter_mut()
            .find(|line| (&line.variant, &line.fen) == (&variant, &fen))
        {
            Some(line) => line.counts.push((depth, nodes)),
            None => lines.push(Line {
                variant,
                fen,
                counts: vec![(depth, nodes)],
            }),
        }
    }
    Some(lines)
}

/// Counts up to this many nodes run with every test.
const CAP: u64 = 12_000_000;

fn check_all(lines: Option<Vec<Line>>, least: usize, done: u64, cap: u64) {
    let Some(lines) = lines else { return };
    assert!(lines.len() >= least, "only {} positions", lines.len());
    let nodes: u64 = lines.iter().map(|line| line.check(done, cap)).sum();
    assert!(nodes > 0);
}

#[test]
fn international_suite() {
    check_all(epd("international"), 113, 0, CAP);
}

#[test]
fn frisian_suite() {
    check_all(epd("frisian"), 36, 0, CAP);
}

#[test]
fn all_rule_sets() {
    check_all(table(), 17, 0, 10 * CAP);
}

#[test]
#[ignore = "counts up to two thousand million nodes: minutes"]
fn deep() {
    const DEEP: u64 = 2_700_000_000;
    check_all(epd("international"), 113, CAP + 1, DEEP);
    check_all(epd("frisian"), 36, CAP + 1, DEEP);
    check_all(table(), 17, 10 * CAP + 1, DEEP);
}
