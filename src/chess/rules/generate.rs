//! Legal moves, found without trying and taking back: checks, pins and attacked squares bound
//! what each piece may do. One generator serves listing, counting and the check of single moves.

use ajeeb_base::Side;
use ajeeb_game::Select;
use arrayvec::ArrayVec;

use super::{Bitboard, File, Move, PieceKind, Position, Rank, Square, attacks};

/// A list of moves. No position has more than 218 (N. Petrović, 1964).
pub type MoveList = ArrayVec<Move, 224>;

/// Takes what the generator finds, whole sets at a time.
pub(super) trait Sink {
    /// A piece other than a pawn from one square to many.
    fn piece(&mut self, kind: PieceKind, from: Square, to: Bitboard);
    /// Pawns that all came `step` squares to reach `to`, not promoting.
    fn pawns(&mut self, to: Bitboard, step: i8);
    /// The same, each promoting to `promotions` kinds from the queen downwards or upwards.
    fn promotions(&mut self, to: Bitboard, step: i8, promotions: &[PieceKind]);
    /// One capture in passing.
    fn passing(&mut self, from: Square, to: Square);
    /// One castling.
    fn castling(&mut self, king: Square, rook: Square);
}

/// Shows `sink` the selected legal moves of `position`.
#[inline]
pub(super) fn generate(position: &Position, select: Select, sink: &mut impl Sink) {
    match (position.side(), select) {
        (Side::White, Select::All) => Generator::<true, true, true>::run(position, sink),
        (Side::White, Select::Noisy) => Generator::<true, true, false>::run(position, sink),
        (Side::White, Select::Quiet) => Generator::<true, false, true>::run(position, sink),
        (Side::Black, Select::All) => Generator::<false, true, true>::run(position, sink),
        (Side::Black, Select::Noisy) => Generator::<false, true, false>::run(position, sink),
        (Side::Black, Select::Quiet) => Generator::<false, false, true>::run(position, sink),
    }
}

/// The generator for one side and selection, with what every step of it asks for.
struct Generator<'a, const WHITE: bool, const NOISY: bool, const QUIET: bool> {
    position: &'a Position,
    ours: Bitboard,
    theirs: Bitboard,
    occupied: Bitboard,
    king: Square,
}

impl<'a, const WHITE: bool, const NOISY: bool, const QUIET: bool>
    Generator<'a, WHITE, NOISY, QUIET>
{
    const US: Side = if WHITE { Side::White } else { Side::Black };
    const THEM: Side = if WHITE { Side::Black } else { Side::White };
    const UP: i8 = if WHITE { 8 } else { -8 };
    const DOUBLE_STEP_PASSES: Rank = if WHITE { Rank::new(2) } else { Rank::new(5) };
    const LAST_RANK: Rank = if WHITE { Rank::EIGHTH } else { Rank::FIRST };

    #[inline]
    fn new(position: &'a Position) -> Self {
        Generator {
            position,
            ours: position.of(Self::US),
            theirs: position.of(Self::THEM),
            occupied: position.occupied(),
            king: position.king(Self::US),
        }
    }

    #[inline]
    fn run(position: &'a Position, sink: &mut impl Sink) {
        let this = Self::new(position);
        let checkers = position.checkers();
        let selected = match (NOISY, QUIET) {
            (true, true) => !this.ours,
            (true, false) => this.theirs,
            _ => !this.occupied,
        };
        this.king_moves(selected, sink);
        if checkers.is_empty() {
            this.men(selected, Bitboard::ALL, sink);
        } else if !checkers.several() {
            let answer = attacks::between(this.king, checkers.lowest()) | checkers;
            this.men(selected & answer, answer, sink);
        }
    }

    /// All but the king: pieces to `selected` squares, pawns to squares that `answer` a check.
    #[inline]
    fn men(&self, selected: Bitboard, answer: Bitboard, sink: &mut impl Sink) {
        self.pawns(answer, sink);
        self.knights(selected, sink);
        self.sliders(selected, sink);
    }

    /// Steps and castling, to where the king is safe.
    #[inline]
    fn king_moves(&self, selected: Bitboard, sink: &mut impl Sink) {
        let steps = attacks::king(self.king) & selected;
        let mut castles = ArrayVec::<(Square, Bitboard), 2>::new();
        let mut region = steps;
        if QUIET && !self.position.in_check() {
            for rook in self.position.castling_rooks() & self.ours {
                if let Some(path) = self.position.castling_path(rook) {
                    castles.push((rook, path));
                    region |= path;
                }
            }
        }
        if region.is_empty() {
            return;
        }
        let attacked = self.position.attacked_within(region);
        sink.piece(PieceKind::King, self.king, steps & !attacked);
        for (rook, path) in castles {
            if !path.meets(attacked) {
                sink.castling(self.king, rook);
            }
        }
    }

    #[inline]
    fn knights(&self, selected: Bitboard, sink: &mut impl Sink) {
        // A pinned knight has no move on the line of its pin.
        let knights = self.position.kind(PieceKind::Knight) & self.ours & !self.position.pinned();
        for from in knights {
            sink.piece(PieceKind::Knight, from, attacks::knight(from) & selected);
        }
    }

    #[inline]
    fn sliders(&self, selected: Bitboard, sink: &mut impl Sink) {
        let queens = self.position.kind(PieceKind::Queen);
        for from in self.position.slanting() & self.ours {
            let kind = if queens.contains(from) {
                PieceKind::Queen
            } else {
                PieceKind::Bishop
            };
            let targets = attacks::bishop(from, self.occupied) & selected;
            sink.piece(kind, from, self.within_pin(from, targets));
        }
        for from in self.position.straight() & self.ours {
            let kind = if queens.contains(from) {
                PieceKind::Queen
            } else {
                PieceKind::Rook
            };
            let targets = attacks::rook(from, self.occupied) & selected;
            sink.piece(kind, from, self.within_pin(from, targets));
        }
    }

    #[inline]
    fn within_pin(&self, from: Square, targets: Bitboard) -> Bitboard {
        if self.position.pinned().contains(from) {
            targets & attacks::line(self.king, from)
        } else {
            targets
        }
    }

    #[inline]
    fn pawns(&self, answer: Bitboard, sink: &mut impl Sink) {
        let pawns = self.position.kind(PieceKind::Pawn) & self.ours;
        let pinned = pawns & self.position.pinned();
        self.pawn_steps(pawns ^ pinned, answer, sink);
        for from in pinned {
            let within = answer & attacks::line(self.king, from);
            self.pawn_steps(from.bitboard(), within, sink);
        }
        if NOISY && let Some(to) = self.position.en_passant() {
            for from in self.position.passing_pawns(to) {
                sink.passing(from, to);
            }
        }
    }

    /// Steps and captures of a set of pawns, to `allowed` squares.
    #[inline]
    fn pawn_steps(&self, pawns: Bitboard, allowed: Bitboard, sink: &mut impl Sink) {
        let empty = !self.occupied;
        let single = pawns.shifted(Self::UP) & empty;
        let passing = single & Self::DOUBLE_STEP_PASSES.bitboard();
        let double = passing.shifted(Self::UP) & empty & allowed;
        self.pawn_moves(single & allowed, Self::UP, false, sink);
        if QUIET {
            sink.pawns(double, 2 * Self::UP);
        }
        if NOISY {
            let victims = self.theirs & allowed;
            let left = (pawns & !File::A.bitboard()).shifted(Self::UP - 1);
            let right = (pawns & !File::H.bitboard()).shifted(Self::UP + 1);
            self.pawn_moves(left & victims, Self::UP - 1, true, sink);
            self.pawn_moves(right & victims, Self::UP + 1, true, sink);
        }
    }

    /// Sorts pawn moves into plain ones and promotions, noisy and quiet.
    #[inline]
    fn pawn_moves(&self, to: Bitboard, step: i8, captures: bool, sink: &mut impl Sink) {
        let wanted = if captures { NOISY } else { QUIET };
        let last = to & Self::LAST_RANK.bitboard();
        if wanted {
            sink.pawns(to ^ last, step);
        }
        if last.is_empty() {
            return;
        }
        let [lesser @ .., _] = &PieceKind::PROMOTIONS;
        if NOISY {
            sink.promotions(last, step, &[PieceKind::Queen]);
        }
        if wanted {
            sink.promotions(last, step, lesser);
        }
    }
}

/// Lists moves.
pub(super) struct Lister<'a> {
    pub(super) position: &'a Position,
    pub(super) moves: &'a mut MoveList,
}

impl Sink for Lister<'_> {
    #[inline]
    fn piece(&mut self, kind: PieceKind, from: Square, to: Bitboard) {
        let theirs = self.position.of(!self.position.side());
        for target in to & theirs {
            let victim = self.position.kind_on(target);
            self.moves.push(Move::capture(kind, from, target, victim));
        }
        for target in to & !theirs {
            self.moves.push(Move::quiet(kind, from, target));
        }
    }

    #[inline]
    fn pawns(&mut self, to: Bitboard, step: i8) {
        let straight = step % 8 == 0;
        for target in to {
            let from = target.offset(-step);
            self.moves.push(if straight {
                Move::quiet(PieceKind::Pawn, from, target)
            } else {
                let victim = self.position.kind_on(target);
                Move::capture(PieceKind::Pawn, from, target, victim)
            });
        }
    }

    #[inline]
    fn promotions(&mut self, to: Bitboard, step: i8, promotions: &[PieceKind]) {
        let straight = step % 8 == 0;
        for target in to {
            let from = target.offset(-step);
            let victim = (!straight).then(|| self.position.kind_on(target));
            for &promotion in promotions {
                self.moves
                    .push(Move::promoting(from, target, promotion, victim));
            }
        }
    }

    fn passing(&mut self, from: Square, to: Square) {
        self.moves.push(Move::passing(from, to));
    }

    fn castling(&mut self, king: Square, rook: Square) {
        self.moves.push(Move::castling(king, rook));
    }
}

/// Counts moves without looking at them one by one.
#[derive(Default)]
pub(super) struct Counter {
    pub(super) count: u32,
}

impl Sink for Counter {
    #[inline]
    fn piece(&mut self, _: PieceKind, _: Square, to: Bitboard) {
        self.count += to.len();
    }

    #[inline]
    fn pawns(&mut self, to: Bitboard, _: i8) {
        self.count += to.len();
    }

    #[inline]
    fn promotions(&mut self, to: Bitboard, _: i8, promotions: &[PieceKind]) {
        self.count += to.len() * promotions.len() as u32;
    }

    #[inline]
    fn passing(&mut self, _: Square, _: Square) {
        self.count += 1;
    }

    #[inline]
    fn castling(&mut self, _: Square, _: Square) {
        self.count += 1;
    }
}
