//! The rules of chess and Chess960 (rule book sections 2 to 10; FIDE Laws, articles 2 to 5, 9 and
//! guideline II).

pub mod attacks;
mod bitboard;
mod generate;
mod legal;
mod moves;
mod piece;
mod play;
mod position;
mod safety;
mod see;
mod setup;
mod square;
mod zobrist;

use ajeeb_base::{Key, Outcome, Side};
use ajeeb_game::{Observer, PackedMove, Rules, Select};

pub use bitboard::{Bitboard, Squares};
pub use generate::MoveList;
pub use moves::Move;
pub use piece::PieceKind;
pub use position::Position;
pub(crate) use position::{back_rank, castling_targets};
pub(crate) use see::gain;
pub use setup::{Setup, SetupError};
pub use square::{File, Rank, Square};

use crate::Chess;
use generate::{Counter, Lister, generate};

/// Half-moves without capture and pawn move that end the game (rule book 10.4; FIDE 9.3).
const FIFTY_MOVES: u8 = 100;

impl Rules for Chess {
    type Position = Position;
    type Move = Move;
    type Moves = MoveList;

    fn start() -> Position {
        let back = [
            PieceKind::Rook,
            PieceKind::Knight,
            PieceKind::Bishop,
            PieceKind::Queen,
            PieceKind::King,
            PieceKind::Bishop,
            PieceKind::Knight,
            PieceKind::Rook,
        ];
        let mut board = [None; 64];
        for (file, kind) in back.into_iter().enumerate() {
            board[file] = Some((Side::White, kind));
            board[8 + file] = Some((Side::White, PieceKind::Pawn));
            board[48 + file] = Some((Side::Black, PieceKind::Pawn));
            board[56 + file] = Some((Side::Black, kind));
        }
        let setup = Setup {
            board,
            side: Side::White,
            castling: Bitboard::ALL,
            en_passant: None,
            halfmove: 0,
            fullmove: 1,
        };
        setup.build().expect("the initial position is legal")
    }

    #[inline]
    fn side(position: &Position) -> Side {
        position.side()
    }

    #[inline]
    fn moves(position: &Position, select: Select, moves: &mut MoveList) {
        generate(position, select, &mut Lister { position, moves });
    }

    #[inline]
    fn count(position: &Position) -> u64 {
        let mut counter = Counter::default();
        generate(position, Select::All, &mut counter);
        u64::from(counter.count)
    }

    #[inline]
    fn is_legal(position: &Position, mv: Move) -> bool {
        position.unpack(mv.pack()) == Some(mv)
    }

    #[inline]
    fn play(position: &Position, mv: Move, observer: &mut impl Observer) -> Position {
        position.play(mv, observer)
    }

    fn survey(position: &Position, observer: &mut impl Observer) {
        position.survey(observer);
    }

    #[inline]
    fn key(position: &Position) -> Key {
        position.key()
    }

    /// A dead position of the rule book's list (10.4), or with bishops of one colour only.
    #[inline]
    fn over(position: &Position) -> Option<Outcome> {
        position.is_dead().then_some(Outcome::Draw)
    }

    #[inline]
    fn stuck(position: &Position) -> Outcome {
        if position.in_check() {
            Outcome::Loss
        } else {
            Outcome::Draw
        }
    }

    #[inline]
    fn rule_draw(position: &Position) -> bool {
        position.halfmove() >= FIFTY_MOVES && !(position.in_check() && Chess::count(position) == 0)
    }

    /// Captures, pawn moves, castling, and moves that lose a castling right: none can be undone.
    #[inline]
    fn resets(position: &Position, mv: Move) -> bool {
        let touched = mv.from().bitboard() | mv.to().bitboard();
        let king_with_rights = mv.kind() == PieceKind::King
            && position
                .castling_rooks()
                .meets(position.of(position.side()));
        mv.kind() == PieceKind::Pawn
            || mv.is_capture()
            || king_with_rights
            || position.castling_rooks().meets(touched)
    }

    #[inline]
    fn pack(mv: Move) -> PackedMove {
        mv.pack()
    }

    #[inline]
    fn unpack(position: &Position, packed: PackedMove) -> Option<Move> {
        position.unpack(packed)
    }
}
