/// The range a tuner may try for one [`Params`] field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamRange {
    /// The field's name.
    pub name: &'static str,
    /// The value in use.
    pub value: i32,
    /// The smallest value worth trying.
    pub min: i32,
    /// The largest value worth trying.
    pub max: i32,
    /// A step that should show in a match.
    pub step: i32,
}

macro_rules! declare_params {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Every margin of the search. Each game gives its own values with [`params!`](macro@crate::params),
        /// one line each; the search itself holds none. Scores are in hundredths of a pawn or
        /// man, depths in plies, "thousandths" in 1/1024.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        const ZERO: Params = Params { $($name: 0,)* };
    };
}

declare_params! {
    /// Half width of the first aspiration window.
    aspiration_window,
    /// Aspiration windows from this depth on.
    aspiration_depth,

    /// Cutoffs by the transposition table; 0 switches them off, for checks against plain search.
    table_cutoffs,

    /// Reverse futility pruning up to this depth; 0 switches it off.
    reverse_futility_depth,
    /// How far above beta the evaluation must be, a ply.
    reverse_futility_margin,
    /// Razoring up to this depth; 0 switches it off.
    razor_depth,
    /// How far below alpha the evaluation must be, a ply.
    razor_margin,

    /// Null move from this depth on.
    null_depth,
    /// Plies taken off the null-move search.
    null_reduction,
    /// One more ply off for this many plies of depth.
    null_depth_divisor,
    /// One more ply off for this much evaluation above beta.
    null_eval_divisor,
    /// From this depth on a null-move cutoff is verified by a search without null moves.
    null_verify_depth,

    /// ProbCut from this depth on.
    probcut_depth,
    /// How far above beta the shallow search must come.
    probcut_margin,
    /// That much more a ply of depth.
    probcut_margin_ply,
    /// Depth of the shallow search: this share of the depth, in 1/1024.
    probcut_depth_share,
    /// Plies taken off after that.
    probcut_reduction,

    /// Internal iterative reduction from this depth on, where there is no table move.
    iir_depth,

    /// Late move pruning up to this depth; 0 switches it off.
    late_move_depth,
    /// Quiet moves searched before it starts.
    late_move_base,
    /// More moves for depth squared, in 1/1024.
    late_move_factor,
    /// Futility pruning of quiet moves up to this depth; 0 switches it off.
    futility_depth,
    /// How far below alpha the evaluation must be.
    futility_base,
    /// That much more a ply.
    futility_margin,
    /// Quiet moves with a history below this, a ply, are skipped; 0 switches it off.
    history_prune_margin,
    /// History pruning up to this depth.
    history_prune_depth,
    /// Exchange a quiet move may lose, a ply squared.
    see_quiet_margin,
    /// Exchange a capture may lose, a ply.
    see_noisy_margin,
    /// Pruning by static exchange up to this depth.
    see_depth,

    /// Late move reductions from this depth on.
    lmr_depth,
    /// The first moves are searched to full depth.
    lmr_moves,
    /// Constant part of the reduction, in 1/1024 ply.
    lmr_base,
    /// Part that grows with log2(depth) * log2(move number), in 1/1024 ply.
    lmr_factor,
    /// Less in a node on the principal variation, in 1/1024 ply.
    lmr_pv,
    /// More where a cutoff is expected, in 1/1024 ply.
    lmr_cut,
    /// More where the evaluation is getting worse, in 1/1024 ply.
    lmr_worsening,
    /// History that changes the reduction by one ply.
    lmr_history_divisor,

    /// Singular extension from this depth on; 0 switches it off.
    singular_depth,
    /// Margin below the table score, in 1/16 of a point a ply.
    singular_margin,
    /// How far below the singular bound a second ply of extension starts.
    double_extension_margin,

    /// History bonus a ply of depth.
    history_bonus,
    /// The largest bonus.
    history_bonus_max,
    /// Share of the correction history that reaches the evaluation, in 1/1024.
    correction_weight,

    /// How many full plies one line of quiescence may ask for ([`Leaf::FullPly`](crate::Leaf)).
    full_plies,
    /// In quiescence a capture must bring the score this close to alpha.
    quiescence_margin,

    /// Moves a game is expected to last still, where the clock does not say.
    clock_moves,
    /// Share of the increment spent at once, in percent.
    clock_increment_share,
    /// The most that one move may take, in percent of its normal share.
    clock_stretch,
}

impl Params {
    /// Every pruning, reduction and extension off: what remains is plain alpha-beta with
    /// quiescence. For checks of the search against brute force.
    pub const PLAIN: Params = Params {
        aspiration_depth: NEVER,
        null_depth: NEVER,
        null_depth_divisor: 1,
        null_eval_divisor: 1,
        null_verify_depth: NEVER,
        probcut_depth: NEVER,
        iir_depth: NEVER,
        lmr_depth: NEVER,
        lmr_history_divisor: 1,
        full_plies: 1,
        quiescence_margin: 1 << 16,
        clock_moves: 30,
        clock_increment_share: 80,
        clock_stretch: 400,
        ..ZERO
    };
}

/// A depth that no search reaches.
const NEVER: i32 = 1000;

/// Gives a game its numbers, one line each: `name = value, min, max, step;`. Defines
/// `PARAMS: Params` and `RANGES`, what a tuner may try.
#[macro_export]
macro_rules! params {
    ($($name:ident = $value:expr, $min:expr, $max:expr, $step:expr;)*) => {
        /// The numbers in use.
        pub const PARAMS: $crate::Params = $crate::Params { $($name: $value,)* };
        /// What a tuner may try.
        pub const RANGES: &[$crate::ParamRange] = &[
            $($crate::ParamRange {
                name: stringify!($name),
                value: $value,
                min: $min,
                max: $max,
                step: $step,
            },)*
        ];
    };
}
