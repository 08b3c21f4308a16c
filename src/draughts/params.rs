//! The search's numbers for draughts: first values, to be tuned by matches. A man is 100, but
//! a good lead is often 20 or 30, so margins are narrower than in chess.

ajeeb_game::params! {
    // name                    value    min    max   step
    aspiration_window =           12,     4,    40,     3;
    aspiration_depth =             5,     3,     8,     1;
    table_cutoffs =                1,     0,     1,     1;

    reverse_futility_depth =       4,     0,     8,     1;
    reverse_futility_margin =     60,    30,   150,    10;
    razor_depth =                  0,     0,     4,     1;
    razor_margin =               150,    80,   300,    20;

    // No null move in draughts.
    null_depth =                   3,     2,     5,     1;
    null_reduction =               3,     2,     6,     1;
    null_depth_divisor =           4,     2,     8,     1;
    null_eval_divisor =          200,   100,   400,    25;
    null_verify_depth =            8,     6,    20,     1;

    probcut_depth =                5,     4,    10,     1;
    probcut_margin =              30,    10,    80,     5;
    probcut_margin_ply =           2,     0,    10,     1;
    probcut_depth_share =        410,   256,   640,    32;
    probcut_reduction =            0,     0,     3,     1;

    iir_depth =                    6,     3,    10,     1;

    late_move_depth =              0,     0,     8,     1;
    late_move_base =               6,     3,    12,     1;
    late_move_factor =          1024,   512,  2048,   128;
    futility_depth =               0,     0,     6,     1;
    futility_base =               80,    30,   200,    10;
    futility_margin =             40,    20,   120,    10;
    history_prune_margin =         0,     0,  8000,   500;
    history_prune_depth =          3,     1,     6,     1;
    // No static exchange evaluation in draughts.
    see_quiet_margin =            20,    10,    60,     4;
    see_noisy_margin =           100,    40,   180,    10;
    see_depth =                    0,     0,    10,     1;

    lmr_depth =                    3,     2,     5,     1;
    lmr_moves =                    2,     1,     5,     1;
    lmr_base =                   300,     0,  1000,    60;
    lmr_factor =                 160,    80,   320,    15;
    lmr_pv =                    1024,   300,  2048,   128;
    lmr_cut =                    700,   200,  2048,   128;
    lmr_worsening =              300,     0,  1024,   100;
    lmr_history_divisor =      12000,  4000, 24000,  1000;

    singular_depth =               9,     6,    14,     1;
    singular_margin =             16,     4,    48,     4;
    double_extension_margin =     15,     5,    50,     4;

    history_bonus =              160,    60,   350,    20;
    history_bonus_max =         1600,   800,  3200,   150;
    correction_weight =          384,   128,  1024,    64;

    full_plies =                   2,     0,     6,     1;
    quiescence_margin =          120,    60,   300,    20;

    clock_moves =                 32,    18,    60,     3;
    clock_increment_share =       80,    50,   100,     5;
    clock_stretch =              350,   200,   700,    50;
}
