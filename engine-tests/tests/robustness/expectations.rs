//! What each case expects beyond the laws that hold in every case. The words behind each line
//! are in the last column of the case's row.

use crate::check::Check::{self, *};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The expectations of a case, or `None` if it has not been thought about.
pub(crate) fn of(id: &str) -> Option<&'static [Check]> {
    let tables = [POSITIONS, SEARCHES, SESSIONS, DRAUGHTS, HUB, OWN];
    let mut rows = tables.into_iter().flatten();
    rows.find(|(name, _)| *name == id)
        .map(|(_, checks)| *checks)
}

/// Every case of the collection that has expectations.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    let tables = [POSITIONS, SEARCHES, SESSIONS, DRAUGHTS, HUB];
    tables.into_iter().flatten().map(|(id, _)| *id)
}

type Table = &'static [(&'static str, &'static [Check])];

/// Chess positions and move lists as they come.
const POSITIONS: Table = &[
    ("fen-01", &[Complains, From(1, START)]),
    ("fen-02", &[Complains]),
    ("fen-03", &[Complains]),
    ("fen-05", &[Best(1, &["c8d8", "c8b8", "c8b7", "b5b4"])]),
    ("fen-07", &[Complains]),
    ("fen-08", &[Complains]),
    ("fen-10", &[Best(1, &["e3f2", "e3e2"])]),
    (
        "fen-11",
        &[
            From(1, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
            From(2, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        ],
    ),
    (
        "fen-13",
        &[From(
            1,
            "6R1/2p1qr1k/1p1p1r1p/p3p3/2P1P3/2P3Q1/PP3P2/2K3R1 w - - 0 1",
        )],
    ),
    (
        "fen-15",
        &[From(
            1,
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
        )],
    ),
    ("fen-16", &[Complains]),
    (
        "fen-17",
        &[
            Perft(218),
            From(1, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"),
        ],
    ),
    ("fen-18", &[Complains]),
    ("fen-20", &[]),
    (
        "fen-23",
        &[
            Perft(7),
            PerftLacks("c5b6"),
            From(1, "k1r5/8/8/1pP5/2K5/8/8/8 w - - 0 1"),
        ],
    ),
    ("fen-24", &[Cp(1, 0), Best(1, &["f3g1"])]),
    ("pos-01", &[Complains, Says("e1e3")]),
    (
        "pos-02",
        &[
            From(
                1,
                "r4rk1/pppnbppp/8/3P4/2PP2b1/P3KN2/1P2B1PP/RN5R w - - 1 1",
            ),
            From(2, START),
        ],
    ),
    ("pos-04", &[]),
    ("pos-05", &[Best(1, &["f2f1q"]), Best(2, &["f2f1n"])]),
    ("pos-06", &[From(1, "Q7/7k/8/8/8/8/8/K7 b - - 0 1")]),
    ("pos-07", &[]),
    ("pos-08", &[]),
    ("pos-11", &[Perft(42), PerftLacks("g1f1")]),
    ("pos-12", &[NeverSays("a1a1")]),
    ("pos-14", &[NoMove(2)]),
    ("pos-15", &[NoMove(1), Cp(1, 0)]),
    ("pos-16", &[From(1, START)]),
];

/// Limits, clocks, pondering and what a search reports.
const SEARCHES: Table = &[
    ("go-02", &[Within(1, 500)]),
    ("go-03", &[Within(1, 400), Within(2, 400)]),
    ("go-04", &[Within(1, 1000)]),
    ("go-05", &[Within(1, 250)]),
    ("go-06", &[]),
    ("go-09", &[Best(1, &["h3h4"]), Best(2, &["h3h4"])]),
    ("go-10", &[Nodes(1, 1100)]),
    ("go-11", &[Depth(2, 9)]),
    ("go-12", &[]),
    ("go-13", &[Mate(1, -2), Best(1, &["e4f4"])]),
    ("go-15", &[After(1, "stop")]),
    ("go-16", &[Best(1, &["a2a3"])]),
    ("go-17", &[Best(1, &["d2d4"]), Depth(1, 4)]),
    ("go-20", &[After(1, "stop")]),
    ("go-22", &[After(1, "ponderhit"), Within(1, 1000)]),
    (
        "go-24",
        &[From(
            2,
            "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
        )],
    ),
    ("go-25", &[Answers(0, 1)]),
    ("go-26", &[After(1, "stop"), Best(1, &["d1d8"])]),
    (
        "go-27",
        &[After(1, "stop"), Best(1, &["f7g7"]), Quiet(1, 1000)],
    ),
    ("go-28", &[Answers(0, 1)]),
    ("go-31", &[From(1, START)]),
    ("go-32", &[Depth(1, 16)]),
    ("go-33", &[Mate(1, 2), MatingLine(1, 3)]),
    ("go-34", &[NotBefore(1, 150), Within(1, 350)]),
    ("go-35", &[Best(1, &["h1h4"])]),
    ("go-37", &[Lines(1, 6), Depth(1, 8)]),
    ("go-38", &[Lines(1, 4), Depth(1, 8)]),
    ("go-39", &[Mate(1, -1), Mate(2, 1), Mate(3, 2), Mate(4, -2)]),
    ("go-40", &[Lost(1)]),
    ("go-41", &[Lines(1, 5)]),
    ("go-44", &[Mates(1)]),
    ("go-46", &[From(1, "7k/8/8/8/8/5K2/8/1Q6 w - - 100 120")]),
    ("go-48", &[NoMove(1)]),
    ("go-49", &[]),
    ("go-50", &[Within(1, 1000)]),
    ("go-52", &[After(1, "ponderhit"), Within(1, 800)]),
];

/// Options and the conversation itself.
const SESSIONS: Table = &[
    ("opt-01", &[Lines(1, 3)]),
    ("opt-02", &[]),
    (
        "opt-03",
        &[
            Lines(1, 2),
            From(
                1,
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            ),
        ],
    ),
    ("opt-04", &[]),
    ("opt-06", &[Lines(1, 1), Complains]),
    ("opt-09", &[]),
    ("opt-10", &[]),
    ("opt-11", &[WdlInSecondOnly]),
    ("opt-12", &[Within(1, 200)]),
    ("opt-14", &[]),
    ("uci-01", &[Times("uciok", 2)]),
    ("uci-02", &[Times("readyok", 2), From(1, START)]),
    ("uci-03", &[LinesUpTo(500)]),
    ("uci-05", &[]),
    ("uci-09", &[Answers(0, 1)]),
];

/// The rules of international draughts, seen through the protocol.
const DRAUGHTS: Table = &[
    (
        "dr-03",
        &[Best(
            1,
            &[
                "13x16x24x27x39",
                "13x16x24x27x44",
                "13x21x24x27x39",
                "13x21x24x27x44",
            ],
        )],
    ),
    ("dr-04", &[Best(1, &["44-49"]), Best(2, &["44-49"])]),
    ("dr-05", &[]),
    ("dr-06", &[Best(1, &["33x13x18x28"])]),
    ("dr-07", &[Best(1, &["33x22x28", "50x39x44"])]),
    ("dr-09", &[Best(1, &["4-9", "4-10", "4-13", "4-15"])]),
    ("dr-10", &[Best(1, &["22x31x27", "22x36x27"])]),
    ("dr-12", &[Best(1, &["20x20x13x14x23x24"])]),
    ("dr-14", &[Best(1, &["13x11x7x8"])]),
    ("dr-16", &[Best(1, &["12x3x8"])]),
    ("dr-18", &[Complains]),
    ("dr-19", &[Complains]),
    ("dr-20", &[Complains]),
    ("dr-21", &[Lost(1)]),
    ("dr-22", &[]),
    ("dr-24", &[Cp(1, 0)]),
    ("dr-25", &[Cp(1, 0)]),
    ("dr-26", &[]),
];

/// The Hub protocol.
const HUB: Table = &[
    ("hub-04", &[]),
    ("hub-05", &[]),
    ("hub-07", &[Within(1, 12_000)]),
    ("hub-09", &[After(1, "stop")]),
    ("hub-10", &[]),
    ("hub-11", &[Within(2, 200)]),
    ("hub-12", &[Within(1, 300)]),
    ("hub-14", &[Times("pong", 2)]),
    ("hub-16", &[Depth(1, 8)]),
    ("hub-17", &[Depth(1, 4)]),
    ("hub-18", &[]),
    ("hub-19", &[Answers(1, 2)]),
    ("hub-21", &[Answers(0, 1)]),
];

/// Cases of our own, in `own.csv`.
const OWN: Table = &[
    ("own-noise", &[From(1, START)]),
    ("own-bad-fens", &[Complains, From(1, START)]),
    ("own-many-moves", &[Complains]),
    (
        "own-mad-clocks",
        &[
            Within(1, 200),
            Within(2, 200),
            Within(3, 200),
            Within(4, 200),
            Within(5, 200),
        ],
    ),
    ("own-mad-limits", &[]),
    ("own-two-searches", &[Answers(1, 2)]),
    ("own-busy", &[After(1, "stop"), From(1, START)]),
    ("own-storm", &[]),
    ("own-stalemate-in-one", &[Mate(1, 1), Best(1, &["g6g7"])]),
    ("own-mate-beats-clock", &[Mate(1, 1), Best(1, &["g6g7"])]),
    ("own-repetition", &[Cp(1, 0)]),
    ("own-chess960", &[Best(1, &["f1h1"])]),
    ("own-hub-noise", &[]),
    ("own-hub-quotes", &[Complains]),
    ("own-hub-positions", &[Complains]),
    ("own-hub-levels", &[]),
    ("own-hub-parameters", &[Complains]),
    ("own-hub-early", &[Answers(0, 1)]),
    ("own-hub-ponder", &[]),
    ("own-hub-majority", &[]),
    ("own-hub-repetition", &[]),
];
