//! The positions of the benchmark, made for this project: from games that a simple program
//! played against itself, and endings set up by hand. None of them is over.

use crate::catalog::GameName;

/// Every game with its positions, in the order in which they are searched.
pub(super) const ALL: [(GameName, &[&str]); 1] = [(GameName::Chess, CHESS)];

const CHESS: &[&str] = &[
    // Openings.
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqk2r/pppp1pp1/2n4p/3QP1n1/8/P1P2N2/2P2PPP/R1B1KB1R w KQkq - 0 9",
    "r2qk2r/pb1pbpp1/1pn1pn1p/2p5/2P5/2NPPNP1/PP3PBP/R1BQ1RK1 w kq - 0 9",
    "r1b1kb1r/1pq2ppp/2n1pn2/1BPp4/1P6/4PN2/P4PPP/RNBQK2R b KQkq - 0 9",
    // Middle games.
    "r1bq1rk1/4npp1/1p2n2p/p1ppP3/Q1B3PP/P1P1BN2/2P2P2/R4RK1 w - - 0 16",
    "r3k1nr/p2p3p/4p1p1/q4p2/1b1P3P/p2K1NP1/3N1P2/R1BQ3R b kq - 0 16",
    "5r2/r3qp2/3k1np1/1bnp3p/P2QPP1P/3P2P1/8/2R1K1NR w K - 0 22",
    "3q1rk1/8/1p4p1/p1pN1p1p/P3p1P1/1P1bP2P/1Q3P2/R3R1K1 b - - 0 22",
    "rn2k1nr/2q1bp2/p1p1p2p/1p2P3/1P1PN1Pp/2P2N2/P6P/R2QKB1R w KQkq - 1 16",
    "r1b2rk1/2q1n1b1/1pnp2p1/pQp1pp1p/P1P1PP1P/3P2PR/1P1BN1B1/R4KN1 w - - 2 16",
    "7k/4n1r1/rp1pP1p1/p1p2p1p/PqP4P/RP1P1BP1/1Q6/2R4K b - - 2 29",
    "1QR4r/4k1p1/p3pp2/4N3/q2P2pP/4P3/3BKP2/b7 w - - 1 22",
    // Endings: pieces, rooks, pawns.
    "7k/8/rp1p2R1/p1p2P2/P1PP3b/RP6/4N3/7K w - - 0 49",
    "2k4R/p1p5/8/1rP2p2/7P/1P3rPR/2K5/8 b - - 1 39",
    "5k2/5p2/6p1/7p/P2QPPnP/3P2P1/4N3/4K2R w K - 5 39",
    "8/8/2p5/prP4R/4kp1P/6r1/2K1R3/8 b - - 1 49",
    "8/5pk1/4p1p1/3pP1Pp/2pP1K1P/2P5/8/8 w - - 0 1",
    "8/8/p2p1k2/1p1Pp3/2p1P3/P1P5/1P3K2/8 b - - 0 1",
    "6k1/5p1p/4p1p1/1r6/8/4P1P1/5P1P/R5K1 w - - 0 1",
    "8/8/4bk2/1p1p1pp1/1P1Pp3/4P1P1/2N2P2/4K3 b - - 0 1",
    // Mates that need technique.
    "1k2n3/2b5/8/8/3K4/8/8/8 b - - 0 1",
    // Chess960.
    "rnkbbnrq/1pppppp1/p7/P6p/8/8/1PPPPPPP/RNKBBNRQ w GAga - 0 3",
    "rnqkrbb1/pppp1ppp/4p1n1/8/3P4/8/PPPQPPPP/RN1KRBBN b EAea - 1 3",
    "nbbrqk1r/ppp1pppp/3p1n2/8/4P3/2P5/PP1P1PPP/NBBRQKNR w HDhd - 0 3",
];
