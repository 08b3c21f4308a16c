//! A stand-in until the games are there: take 1 to 3 from a pile; who cannot move loses.
#![allow(missing_docs)]

use std::ops::{Deref, DerefMut};

use ajeeb_base::{Depth, Key, Outcome, Score, Side};
use ajeeb_game::*;

pub struct Nim;

#[derive(Clone, Debug, PartialEq)]
pub struct Pile(pub u32, pub bool);

#[derive(Default)]
pub struct Moves(Vec<u8>);
impl Deref for Moves {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}
impl DerefMut for Moves {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl Rules for Nim {
    type Position = Pile;
    type Move = u8;
    type Moves = Moves;
    fn start() -> Pile {
        Pile(21, true)
    }
    fn side(p: &Pile) -> Side {
        if p.1 { Side::White } else { Side::Black }
    }
    fn moves(p: &Pile, s: Select, m: &mut Moves) {
        if s != Select::Noisy {
            m.0.extend(1..=p.0.min(3) as u8)
        }
    }
    fn play(p: &Pile, m: u8, _: &mut impl Observer) -> Pile {
        Pile(p.0.saturating_sub(u32::from(m)), !p.1)
    }
    fn survey(_: &Pile, _: &mut impl Observer) {}
    fn key(p: &Pile) -> Key {
        Key(u64::from(p.0) * 2 + u64::from(p.1))
    }
    fn over(_: &Pile) -> Option<Outcome> {
        None
    }
    fn stuck(_: &Pile) -> Outcome {
        Outcome::Loss
    }
    fn rule_draw(_: &Pile) -> bool {
        false
    }
    fn resets(_: &Pile, _: u8) -> bool {
        true
    }
    fn pack(m: u8) -> PackedMove {
        PackedMove(u16::from(m))
    }
    fn unpack(p: &Pile, m: PackedMove) -> Option<u8> {
        (1..=p.0.min(3) as u8).find(|&x| u16::from(x) == m.0)
    }
}

#[derive(Debug, thiserror::Error)]
#[error("bad text {0}")]
pub struct Bad(String);

impl Notation for Nim {
    type Error = Bad;
    const GAME: &'static str = "chess";
    const VARIANT: &'static str = "chess";
    fn read_position(t: &str) -> Result<Pile, Bad> {
        t.parse().map(|n| Pile(n, true)).map_err(|_| Bad(t.into()))
    }
    fn write_position(p: &Pile) -> String {
        p.0.to_string()
    }
    fn read_move(p: &Pile, t: &str) -> Result<u8, Bad> {
        t.parse()
            .ok()
            .filter(|&m| Nim::is_legal(p, m))
            .ok_or(Bad(t.into()))
    }
    fn write_move(_: &Pile, m: u8) -> String {
        m.to_string()
    }
    fn write_short(_: &Pile, m: u8) -> String {
        m.to_string()
    }
    fn draw(p: &Pile) -> String {
        "|".repeat(p.0 as usize)
    }
}

pub struct Eval;
impl Observer for Eval {
    fn removed(&mut self, _: Placement) {}
    fn placed(&mut self, _: Placement) {}
}
impl Evaluator<Pile> for Eval {
    fn new() -> Eval {
        Eval
    }
    fn reset(&mut self, _: &Pile) {}
    fn push(&mut self) {}
    fn pop(&mut self) {}
    fn evaluate(&mut self, _: &Pile) -> Score {
        Score::DRAW
    }
}

mod numbers {
    ajeeb_game::params! {
        aspiration_window = 0, 0, 0, 1;
        aspiration_depth = 0, 0, 0, 1;
        table_cutoffs = 0, 0, 0, 1;
        reverse_futility_depth = 0, 0, 0, 1;
        reverse_futility_margin = 0, 0, 0, 1;
        razor_depth = 0, 0, 0, 1;
        razor_margin = 0, 0, 0, 1;
        null_depth = 0, 0, 0, 1;
        null_reduction = 0, 0, 0, 1;
        null_depth_divisor = 0, 0, 0, 1;
        null_eval_divisor = 0, 0, 0, 1;
        null_verify_depth = 0, 0, 0, 1;
        probcut_depth = 0, 0, 0, 1;
        probcut_margin = 0, 0, 0, 1;
        probcut_margin_ply = 0, 0, 0, 1;
        probcut_depth_share = 0, 0, 0, 1;
        probcut_reduction = 0, 0, 0, 1;
        iir_depth = 0, 0, 0, 1;
        late_move_depth = 0, 0, 0, 1;
        late_move_base = 0, 0, 0, 1;
        late_move_factor = 0, 0, 0, 1;
        futility_depth = 0, 0, 0, 1;
        futility_base = 0, 0, 0, 1;
        futility_margin = 0, 0, 0, 1;
        history_prune_margin = 0, 0, 0, 1;
        history_prune_depth = 0, 0, 0, 1;
        see_quiet_margin = 0, 0, 0, 1;
        see_noisy_margin = 0, 0, 0, 1;
        see_depth = 0, 0, 0, 1;
        lmr_depth = 0, 0, 0, 1;
        lmr_moves = 0, 0, 0, 1;
        lmr_base = 0, 0, 0, 1;
        lmr_factor = 0, 0, 0, 1;
        lmr_pv = 0, 0, 0, 1;
        lmr_cut = 0, 0, 0, 1;
        lmr_worsening = 0, 0, 0, 1;
        lmr_history_divisor = 0, 0, 0, 1;
        singular_depth = 0, 0, 0, 1;
        singular_margin = 0, 0, 0, 1;
        double_extension_margin = 0, 0, 0, 1;
        history_bonus = 0, 0, 0, 1;
        history_bonus_max = 0, 0, 0, 1;
        correction_weight = 0, 0, 0, 1;
        quiescence_margin = 0, 0, 0, 1;
        clock_moves = 0, 0, 0, 1;
        clock_increment_share = 0, 0, 0, 1;
        clock_stretch = 0, 0, 0, 1;
    }
}

impl Policy for Nim {
    type Eval = Eval;
    const PARAMS: Params = numbers::PARAMS;
    const NODE_EVAL: bool = false;
    const NULL_MOVE: bool = false;
    const SEE: bool = false;
    const STAGED: bool = false;
    const PROBCUT: ProbCut = ProbCut::Off;
    const SLOTS: SlotCounts = SlotCounts {
        main: 4,
        continuation: 4,
    };
    const CORRECTIONS: usize = 0;
    fn settled(_: &Pile) -> bool {
        true
    }
    fn leaf(_: &Pile) -> Leaf {
        Leaf::Settled
    }
    fn noisy(_: &Pile, _: u8) -> bool {
        false
    }
    fn gain(_: &Pile, _: u8) -> i32 {
        0
    }
    fn reducible(_: &Pile, _: u8, _: &Pile) -> bool {
        true
    }
    fn extend(_: &Pile, _: u8, _: &Pile, _: usize) -> Depth {
        Depth::ZERO
    }
    fn slots(_: &Pile, m: u8) -> Slots {
        Slots {
            main: m as usize,
            continuation: m as usize,
        }
    }
    fn correction_key(_: &Pile, _: usize) -> Key {
        Key(0)
    }
}
