//! What general terms get wrong at the end: driving a bare king home, and material that does not
//! win.

use ajeeb_base::Side;

use super::by_hand::worth_at_the_end;
use crate::rules::{Bitboard, File, PieceKind, Position, Rank, Square};

/// Scales are in parts of this.
pub(super) const FULL_SCALE: i32 = 64;

/// Above what the pieces are worth, when mate is sure.
const SURE_MATE: i32 = 400;
/// Each step of the bare king towards an edge, and towards a right corner.
const TO_EDGE: i32 = 12;
const TO_CORNER: i32 = 35;
/// In a wrong corner it is at least not in the centre.
const TO_EDGE_AS_WELL: i32 = 5;
/// Each step of the stronger king, and of its knights, towards the bare king.
const KING_NEAR: i32 = 10;
const KNIGHT_NEAR: i32 = 2;

/// The whole evaluation for White where one side has a bare king and the other enough to mate:
/// what the pieces are worth, and how near the king is to being mated. The search finds the
/// mates; this shows it the way (rule book L305 to L323: to the edge with queen, rook or two
/// bishops, to a corner of the bishop's colour with bishop and knight). Other terms would only
/// lead astray.
pub(super) fn bare_king(position: &Position) -> Option<i32> {
    let (us, sign) = match Side::BOTH.map(|side| position.of(side).several()) {
        [true, false] => (Side::White, 1),
        [false, true] => (Side::Black, -1),
        _ => return None,
    };
    can_mate(position, us)
        .then(|| sign * (SURE_MATE + material(position, us) + driven(position, us)))
}

fn material(position: &Position, us: Side) -> i32 {
    PieceKind::ALL
        .into_iter()
        .map(|kind| worth_at_the_end(kind) * position.pieces(us, kind).len() as i32)
        .sum()
}

/// How far the bare king has been driven.
fn driven(position: &Position, us: Side) -> i32 {
    let weak = position.king(!us);
    let near = |square: Square| 7 - square.distance(weak) as i32;
    let to_mate = if needs_corner(position, us) {
        TO_CORNER * towards_corner(weak, position.pieces(us, PieceKind::Bishop))
            + TO_EDGE_AS_WELL * to_edge(weak)
    } else {
        TO_EDGE * to_edge(weak)
    };
    let knights: i32 = position
        .pieces(us, PieceKind::Knight)
        .into_iter()
        .map(near)
        .sum();
    to_mate + KING_NEAR * near(position.king(us)) + KNIGHT_NEAR * knights
}

/// Can the side's pieces mate a bare king by force, without making a queen first?
fn can_mate(position: &Position, us: Side) -> bool {
    let count = |kind| position.pieces(us, kind).len();
    let bishops = position.pieces(us, PieceKind::Bishop);
    let both_colours = bishops.meets(Bitboard::DARK) && bishops.meets(!Bitboard::DARK);
    let knights = count(PieceKind::Knight);
    let minors_alone = count(PieceKind::Pawn) == 0;
    count(PieceKind::Queen) + count(PieceKind::Rook) > 0
        || minors_alone && (both_colours || !bishops.is_empty() && knights > 0 || knights > 2)
}

/// Bishops of one colour, knights, and nothing else: mate can be forced only in a corner of that
/// colour.
fn needs_corner(position: &Position, us: Side) -> bool {
    let bishops = position.pieces(us, PieceKind::Bishop);
    let others = position.of(us) ^ bishops;
    let small = position.kind(PieceKind::Knight) | position.kind(PieceKind::King);
    let one_colour = bishops.meets(Bitboard::DARK) != bishops.meets(!Bitboard::DARK);
    one_colour && (others & !small).is_empty()
}

/// 0 in the four central squares to 6 in a corner.
fn to_edge(square: Square) -> i32 {
    let outwards = |coordinate: usize| (2 * coordinate as i32 - 7).abs() / 2;
    outwards(square.file().index()) + outwards(square.rank().index())
}

/// From 0 on the long diagonal of the other colour to 7 in the two corners that the bishops
/// control.
fn towards_corner(square: Square, bishops: Bitboard) -> i32 {
    let file = square.file().index() as i32;
    let rank = square.rank().index() as i32;
    if bishops.meets(Bitboard::DARK) {
        (file + rank - 7).abs()
    } else {
        (file - rank).abs()
    }
}

/// How much of an advantage of `strong` can be won, in parts of [`FULL_SCALE`].
pub(super) fn scale(position: &Position, strong: Side) -> i32 {
    let pawns = position.pieces(strong, PieceKind::Pawn);
    let (more, less) = (pieces(position, strong), pieces(position, !strong));
    if pawns.is_empty() {
        return without_pawns(position, strong, more, less);
    }
    if more <= 3 && less == 0 && corner_holds(position, strong, pawns) {
        return 0;
    }
    if has_opposite_bishops(position) {
        return if more == 3 && less == 3 { 30 } else { 48 };
    }
    FULL_SCALE
}

/// Pieces of a side in pawns: 3, 3, 5, 9.
fn pieces(position: &Position, side: Side) -> u32 {
    let count = |kind| position.pieces(side, kind).len();
    3 * (count(PieceKind::Knight) + count(PieceKind::Bishop))
        + 5 * count(PieceKind::Rook)
        + 9 * count(PieceKind::Queen)
}

/// Without pawns a minor piece alone cannot win, two knights cannot, and otherwise it takes more
/// than a minor piece ahead.
fn without_pawns(position: &Position, strong: Side, more: u32, less: u32) -> i32 {
    let only_knights = more == 3 * position.pieces(strong, PieceKind::Knight).len();
    if more < 5 || only_knights && more == 6 {
        0
    } else if more <= less + 3 {
        12
    } else {
        FULL_SCALE
    }
}

/// Pawns on one rook file alone, no bishop that guards the corner before them, and the weaker
/// king there.
fn corner_holds(position: &Position, strong: Side, pawns: Bitboard) -> bool {
    let Some(file) = [File::A, File::H]
        .into_iter()
        .find(|file| (pawns & !file.bitboard()).is_empty())
    else {
        return false;
    };
    let rank = if strong.is_white() {
        Rank::EIGHTH
    } else {
        Rank::FIRST
    };
    let corner = Square::at(file, rank);
    let colour = if corner.is_dark() {
        Bitboard::DARK
    } else {
        !Bitboard::DARK
    };
    let helpers = position.pieces(strong, PieceKind::Knight)
        | position.pieces(strong, PieceKind::Bishop) & colour;
    helpers.is_empty() && position.king(!strong).distance(corner) <= 1
}

fn has_opposite_bishops(position: &Position) -> bool {
    let bishops = position.kind(PieceKind::Bishop);
    let [white, black] = Side::BOTH.map(|side| bishops & position.of(side));
    let single = |set: Bitboard| !set.is_empty() && !set.several();
    single(white)
        && single(black)
        && bishops.meets(Bitboard::DARK)
        && bishops.meets(!Bitboard::DARK)
}
