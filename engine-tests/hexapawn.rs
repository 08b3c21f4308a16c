//! A third, tiny game: Martin Gardner's hexapawn on a board of 4 by 4 (Scientific American,
//! March 1962). It shows that the contract is not about chess and draughts, and it is small
//! enough to be solved by brute force.
//!
//! Each side has a row of pawns that move straight forward and capture slantwise, as in chess. A
//! pawn on the far row wins; so does leaving the opponent without a move. Nothing ever comes
//! back, so there are no draws.

use ajeeb_base::{Depth, Key, Outcome, Score, Side, SplitMix64, bits};
use ajeeb_game::{
    Evaluator, Leaf, Notation, Observer, PackedMove, Params, Placement, Policy, ProbCut, Rules,
    Select, SlotCounts, Slots, Unobserved,
};
use arrayvec::ArrayVec;

/// Files, and ranks.
const SIZE: u8 = 4;
const SQUARES: usize = (SIZE * SIZE) as usize;

/// The game.
#[derive(Debug)]
pub struct Hexapawn;

/// Pawns of both sides as bit sets, a1 = bit 0, b1 = bit 1, ...
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pawns: [u64; 2],
    side: Side,
    key: Key,
}

/// From one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    from: u8,
    to: u8,
}

/// Why a text was refused.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not hexapawn")]
pub struct TextError(String);

const KEYS: [[u64; SQUARES]; 2] = {
    let mut random = SplitMix64::new(0x4E58);
    let mut keys = [[0; SQUARES]; 2];
    let mut index = 0;
    while index < 2 * SQUARES {
        keys[index / SQUARES][index % SQUARES] = random.next();
        index += 1;
    }
    keys
};
const BLACK_TO_MOVE: u64 = 0x9E37_79B9_7F4A_7C15;

impl Board {
    fn new(white: u64, black: u64, side: Side) -> Board {
        let mut key = if side.is_white() { 0 } else { BLACK_TO_MOVE };
        for (keys, pawns) in KEYS.iter().zip([white, black]) {
            key ^= bits(pawns).fold(0, |sum, square| sum ^ keys[usize::from(square)]);
        }
        Board {
            pawns: [white, black],
            side,
            key: Key(key),
        }
    }

    fn own(&self) -> u64 {
        self.pawns[self.side.index()]
    }

    fn other(&self) -> u64 {
        self.pawns[(!self.side).index()]
    }

    fn is_capture(&self, mv: Move) -> bool {
        self.other() >> mv.to & 1 == 1
    }

    fn far_row(side: Side) -> u64 {
        let row = (1 << SIZE) - 1;
        if side.is_white() {
            row << (SQUARES as u8 - SIZE)
        } else {
            row
        }
    }
}

impl Rules for Hexapawn {
    type Position = Board;
    type Move = Move;
    type Moves = ArrayVec<Move, 12>;

    fn start() -> Board {
        let row = (1 << SIZE) - 1;
        Board::new(row, row << (SQUARES as u8 - SIZE), Side::White)
    }

    fn side(board: &Board) -> Side {
        board.side
    }

    fn moves(board: &Board, select: Select, moves: &mut Self::Moves) {
        for from in bits(board.own()) {
            let ahead = if board.side.is_white() {
                from + SIZE
            } else {
                from.wrapping_sub(SIZE)
            };
            if usize::from(ahead) >= SQUARES {
                continue;
            }
            let free = (board.own() | board.other()) >> ahead & 1 == 0;
            if free && select != Select::Noisy {
                moves.push(Move { from, to: ahead });
            }
            let file = from % SIZE;
            let targets = [
                (file > 0).then(|| ahead - 1),
                (file + 1 < SIZE).then(|| ahead + 1),
            ];
            for to in targets.into_iter().flatten() {
                if board.other() >> to & 1 == 1 && select != Select::Quiet {
                    moves.push(Move { from, to });
                }
            }
        }
    }

    fn play(board: &Board, mv: Move, observer: &mut impl Observer) -> Board {
        let (side, other) = (board.side, !board.side);
        let mut pawns = board.pawns;
        observer.removed(Placement {
            side,
            kind: 0,
            square: mv.from,
        });
        if board.is_capture(mv) {
            observer.removed(Placement {
                side: other,
                kind: 0,
                square: mv.to,
            });
        }
        observer.placed(Placement {
            side,
            kind: 0,
            square: mv.to,
        });
        pawns[side.index()] ^= 1 << mv.from | 1 << mv.to;
        pawns[other.index()] &= !(1 << mv.to);
        Board::new(pawns[0], pawns[1], other)
    }

    fn survey(board: &Board, observer: &mut impl Observer) {
        for side in Side::BOTH {
            for square in bits(board.pawns[side.index()]) {
                observer.placed(Placement {
                    side,
                    kind: 0,
                    square,
                });
            }
        }
    }

    fn key(board: &Board) -> Key {
        board.key
    }

    fn over(board: &Board) -> Option<Outcome> {
        (board.other() & Board::far_row(!board.side) != 0).then_some(Outcome::Loss)
    }

    fn stuck(_: &Board) -> Outcome {
        Outcome::Loss
    }

    fn rule_draw(_: &Board) -> bool {
        false
    }

    fn resets(_: &Board, _: Move) -> bool {
        true
    }

    fn pack(mv: Move) -> PackedMove {
        PackedMove(1 << 8 | u16::from(mv.from) << 4 | u16::from(mv.to))
    }

    fn unpack(board: &Board, packed: PackedMove) -> Option<Move> {
        let mut moves = Self::Moves::default();
        Self::moves(board, Select::All, &mut moves);
        moves.into_iter().find(|&mv| Self::pack(mv) == packed)
    }
}

impl Notation for Hexapawn {
    type Error = TextError;

    const GAME: &'static str = "hexapawn";
    const VARIANT: &'static str = "hexapawn";

    /// `w` or `b`, then the squares from a1 on, each `P`, `p` or `.`.
    fn read_position(text: &str) -> Result<Board, TextError> {
        let refuse = || TextError(text.to_owned());
        let (side, squares) = text.trim().split_once(' ').ok_or_else(refuse)?;
        let side = match side {
            "w" => Side::White,
            "b" => Side::Black,
            _ => return Err(refuse()),
        };
        if squares.len() != SQUARES || !squares.bytes().all(|b| b"Pp.".contains(&b)) {
            return Err(refuse());
        }
        let set = |letter| {
            let places = squares.bytes().enumerate().filter(|&(_, b)| b == letter);
            places.fold(0, |set, (square, _)| set | 1 << square)
        };
        Ok(Board::new(set(b'P'), set(b'p'), side))
    }

    fn write_position(board: &Board) -> String {
        let side = if board.side.is_white() { 'w' } else { 'b' };
        let squares: String = (0..SQUARES)
            .map(
                |square| match board.pawns.map(|pawns| pawns >> square & 1) {
                    [1, _] => 'P',
                    [_, 1] => 'p',
                    _ => '.',
                },
            )
            .collect();
        format!("{side} {squares}")
    }

    fn read_move(board: &Board, text: &str) -> Result<Move, TextError> {
        let mut moves = Self::Moves::default();
        Self::moves(board, Select::All, &mut moves);
        let found = moves
            .into_iter()
            .find(|&mv| Self::write_move(board, mv) == text);
        found.ok_or_else(|| TextError(text.to_owned()))
    }

    fn write_move(_: &Board, mv: Move) -> String {
        let name = |square: u8| format!("{}{}", (b'a' + square % SIZE) as char, 1 + square / SIZE);
        name(mv.from) + &name(mv.to)
    }

    fn write_short(board: &Board, mv: Move) -> String {
        Self::write_move(board, mv)
    }

    fn draw(board: &Board) -> String {
        let text = Self::write_position(board);
        let rows = text.as_bytes()[2..].chunks(usize::from(SIZE)).rev();
        rows.map(String::from_utf8_lossy)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// Material, White's pawns less Black's, kept for each ply.
#[derive(Debug)]
pub struct Count(Vec<i32>);

impl Observer for Count {
    fn removed(&mut self, piece: Placement) {
        *self.0.last_mut().expect("never empty") -= if piece.side.is_white() { 1 } else { -1 };
    }

    fn placed(&mut self, piece: Placement) {
        *self.0.last_mut().expect("never empty") += if piece.side.is_white() { 1 } else { -1 };
    }
}

impl Evaluator<Board> for Count {
    type Weights = ();

    fn new((): &()) -> Count {
        Count(vec![0])
    }

    fn reset(&mut self, board: &Board) {
        self.0 = vec![0];
        Hexapawn::survey(board, self);
    }

    fn push(&mut self) {
        self.0.push(*self.0.last().expect("never empty"));
    }

    fn pop(&mut self) {
        self.0.pop();
    }

    fn evaluate(&mut self, board: &Board) -> Score {
        let white = Score::eval(100 * *self.0.last().expect("never empty"));
        if board.side.is_white() { white } else { -white }
    }
}

impl Policy for Hexapawn {
    type Eval = Count;

    const PARAMS: Params = Params {
        table_cutoffs: 1,
        aspiration_window: 50,
        aspiration_depth: 3,
        lmr_depth: 3,
        lmr_moves: 2,
        lmr_base: 512,
        lmr_factor: 200,
        history_bonus: 100,
        history_bonus_max: 1000,
        late_move_depth: 2,
        late_move_base: 4,
        ..Params::PLAIN
    };
    const NODE_EVAL: bool = true;
    const NULL_MOVE: bool = false;
    const SEE: bool = false;
    const STAGED: bool = true;
    const PROBCUT: ProbCut = ProbCut::Off;
    const SLOTS: SlotCounts = SlotCounts {
        main: 4 * SQUARES * SQUARES,
        continuation: 2 * SQUARES,
    };
    const CORRECTIONS: usize = 0;

    fn settled(_: &Board) -> bool {
        true
    }

    fn leaf(board: &Board) -> Leaf {
        if Self::count(board) == 0 {
            Leaf::MustMove
        } else {
            Leaf::StandPat
        }
    }

    fn noisy(board: &Board, mv: Move) -> bool {
        board.is_capture(mv)
    }

    fn gain(board: &Board, mv: Move) -> i32 {
        100 * i32::from(board.is_capture(mv))
    }

    fn reducible(board: &Board, mv: Move, _: &Board) -> bool {
        !board.is_capture(mv)
    }

    fn extend(_: &Board, _: Move, _: &Board, _: usize) -> Depth {
        Depth::ZERO
    }

    fn slots(board: &Board, mv: Move) -> Slots {
        let block = 2 * board.side.index() + usize::from(board.is_capture(mv));
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        Slots {
            main: (block * SQUARES + from) * SQUARES + to,
            continuation: board.side.index() * SQUARES + to,
        }
    }

    fn correction_key(_: &Board, _: usize) -> Key {
        Key(0)
    }
}

/// Who wins, by trying everything: the outcome for the side to move and the plies it takes when
/// the winner hurries and the loser delays.
pub fn solve(board: &Board) -> (Outcome, i32) {
    if let Some(outcome) = Hexapawn::over(board) {
        return (outcome, 0);
    }
    let mut moves = ArrayVec::<Move, 12>::new();
    Hexapawn::moves(board, Select::All, &mut moves);
    let mut best = (Outcome::Loss, 0);
    for mv in moves {
        let (theirs, plies) = solve(&Hexapawn::play(board, mv, &mut Unobserved));
        let mine = (theirs.reversed(), plies + 1);
        best = match (best, mine) {
            ((Outcome::Loss, old), (Outcome::Loss, new)) => (Outcome::Loss, old.max(new)),
            ((Outcome::Win, old), (Outcome::Win, new)) => (Outcome::Win, old.min(new)),
            (_, (Outcome::Win, new)) => (Outcome::Win, new),
            (old, _) => old,
        };
    }
    best
}
