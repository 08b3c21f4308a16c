//! Pieces at work: mobility, open files, threats, and attacks on the enemy king.

use ajeeb_base::Side;

use super::pawns::{fill, pawn_attacks, step};
use super::tapered::{Tapered, tapered};
use crate::rules::{Bitboard, PieceKind, Position, Square, attacks};

const BISHOP_PAIR: Tapered = tapered(26, 48);
const ROOK_OPEN_FILE: Tapered = tapered(26, 10);
const ROOK_HALF_OPEN_FILE: Tapered = tapered(12, 6);
/// A pawn attacks an enemy piece.
const PAWN_THREAT: Tapered = tapered(48, 32);
/// A knight or bishop attacks a rook or queen.
const MINOR_THREAT: Tapered = tapered(30, 24);

/// One kind's value of mobility: a square more is worth `step`, from `usual` squares on half.
struct Mobility {
    usual: i32,
    step: Tapered,
}

const KNIGHT: Mobility = Mobility {
    usual: 4,
    step: tapered(7, 7),
};
const BISHOP: Mobility = Mobility {
    usual: 6,
    step: tapered(6, 6),
};
const ROOK: Mobility = Mobility {
    usual: 7,
    step: tapered(4, 7),
};
const QUEEN: Mobility = Mobility {
    usual: 13,
    step: tapered(2, 5),
};

impl Mobility {
    #[inline]
    fn of(&self, squares: u32) -> Tapered {
        let above = squares as i32 - self.usual;
        if above <= 0 {
            self.step * above
        } else {
            let gain = self.step * above;
            tapered(gain.middle / 2, gain.end / 2)
        }
    }
}

/// Danger for the enemy king, for each attacked square of its zone, knight to queen.
const DANGER: [i32; 4] = [6, 5, 7, 9];
/// Danger squared, divided by this, is what an attack is worth in the middlegame.
const DANGER_DIVISOR: i32 = 48;
/// No attack is worth more.
const MAX_DANGER: i32 = 380;

/// The pieces of one side at work, for that side.
pub(super) fn activity(position: &Position, us: Side) -> Tapered {
    let mut work = Work::new(position, us);
    let queens = position.pieces(us, PieceKind::Queen);
    let occupied = position.occupied();
    let mut total = Tapered::default();
    for from in position.pieces(us, PieceKind::Knight) {
        total += work.piece(&KNIGHT, DANGER[0], attacks::knight(from), work.majors);
    }
    // Sliders see through pieces that move the same way.
    let through = occupied ^ queens;
    for from in position.pieces(us, PieceKind::Bishop) {
        total += work.piece(
            &BISHOP,
            DANGER[1],
            attacks::bishop(from, through),
            work.majors,
        );
    }
    let through = through ^ position.pieces(us, PieceKind::Rook);
    for from in position.pieces(us, PieceKind::Rook) {
        let reached = attacks::rook(from, through);
        total += work.piece(&ROOK, DANGER[2], reached, Bitboard::EMPTY);
        total += work.rook_file(from);
    }
    for from in queens {
        let reached = attacks::rook(from, occupied) | attacks::bishop(from, occupied);
        total += work.piece(&QUEEN, DANGER[3], reached, Bitboard::EMPTY);
    }
    if position.pieces(us, PieceKind::Bishop).several() {
        total += BISHOP_PAIR;
    }
    total + work.pawn_threats() + work.king_attack()
}

/// What all pieces of one side share while they are looked at.
struct Work {
    /// Squares worth going to: not held by own men, not guarded by enemy pawns.
    area: Bitboard,
    /// The enemy king's square, its neighbours, and one row before them.
    zone: Bitboard,
    majors: Bitboard,
    our_files: Bitboard,
    their_files: Bitboard,
    attacked_by_pawns: Bitboard,
    their_pieces: Bitboard,
    danger: i32,
    attackers: i32,
}

impl Work {
    fn new(position: &Position, us: Side) -> Work {
        let our_pawns = position.pieces(us, PieceKind::Pawn);
        let their_pawns = position.pieces(!us, PieceKind::Pawn);
        let king = position.king(!us);
        let ring = attacks::king(king) | king.bitboard();
        let majors = position.kind(PieceKind::Rook) | position.kind(PieceKind::Queen);
        Work {
            area: !(our_pawns
                | position.pieces(us, PieceKind::King)
                | pawn_attacks(!us, their_pawns)),
            zone: ring | step(!us, ring),
            majors: majors & position.of(!us),
            our_files: fill(our_pawns),
            their_files: fill(their_pawns),
            attacked_by_pawns: pawn_attacks(us, our_pawns),
            their_pieces: position.of(!us) & !position.kind(PieceKind::Pawn),
            danger: 0,
            attackers: 0,
        }
    }

    #[inline]
    fn piece(
        &mut self,
        mobility: &Mobility,
        danger: i32,
        reached: Bitboard,
        threatened: Bitboard,
    ) -> Tapered {
        let near_king = (reached & self.zone).len() as i32;
        if near_king > 0 {
            self.attackers += 1;
            self.danger += danger * near_king;
        }
        mobility.of((reached & self.area).len())
            + MINOR_THREAT * (reached & threatened).len() as i32
    }

    #[inline]
    fn rook_file(&self, from: Square) -> Tapered {
        if self.our_files.contains(from) {
            tapered(0, 0)
        } else if self.their_files.contains(from) {
            ROOK_HALF_OPEN_FILE
        } else {
            ROOK_OPEN_FILE
        }
    }

    fn pawn_threats(&self) -> Tapered {
        PAWN_THREAT * (self.attacked_by_pawns & self.their_pieces).len() as i32
    }

    /// One piece alone does not make an attack; more make it grow faster than they are.
    fn king_attack(&self) -> Tapered {
        if self.attackers < 2 {
            return Tapered::default();
        }
        let worth = (self.danger * self.danger / DANGER_DIVISOR).min(MAX_DANGER);
        tapered(worth, worth / 8)
    }
}
