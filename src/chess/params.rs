//! The search's numbers for chess: first values of the usual order of magnitude, to be tuned by
//! matches.

ajeeb_game::params! {
    // name                    value    min    max   step
    aspiration_window =           18,     8,    60,     4;
    aspiration_depth =             5,     3,     8,     1;
    table_cutoffs =                1,     0,     1,     1;

    reverse_futility_depth =       8,     5,    12,     1;
    reverse_futility_margin =     80,    40,   140,     8;
    razor_depth =                  3,     1,     6,     1;
    razor_margin =               280,   150,   450,    25;

    null_depth =                   3,     2,     5,     1;
    null_reduction =               4,     2,     6,     1;
    null_depth_divisor =           4,     2,     8,     1;
    null_eval_divisor =          200,   100,   400,    25;
    null_verify_depth =           14,    10,    20,     1;

    probcut_depth =                5,     4,     8,     1;
    probcut_margin =             180,   100,   350,    20;
    probcut_margin_ply =           0,     0,    20,     2;
    probcut_depth_share =       1024,   512,  1024,    64;
    probcut_reduction =            4,     2,     6,     1;

    iir_depth =                    4,     2,     8,     1;

    late_move_depth =              8,     4,    12,     1;
    late_move_base =               4,     1,    10,     1;
    late_move_factor =          1024,   512,  2048,   128;
    futility_depth =               8,     4,    12,     1;
    futility_base =              100,    30,   250,    20;
    futility_margin =             85,    40,   160,    10;
    history_prune_margin =      3500,  1000,  8000,   500;
    history_prune_depth =          5,     2,     8,     1;
    see_quiet_margin =            22,    10,    60,     4;
    see_noisy_margin =            95,    40,   180,    10;
    see_depth =                    9,     5,    14,     1;

    lmr_depth =                    3,     2,     4,     1;
    lmr_moves =                    2,     1,     5,     1;
    // 0.8 + ln(depth) * ln(move number) / 2.2
    lmr_base =                   820,   300,  1500,    80;
    lmr_factor =                 224,   120,   360,    15;
    lmr_pv =                    1024,   300,  2048,   128;
    lmr_cut =                   1024,   300,  2560,   128;
    lmr_worsening =              700,   100,  1500,   100;
    lmr_history_divisor =      10000,  4000, 24000,  1000;

    singular_depth =               8,     6,    12,     1;
    singular_margin =             28,     8,    64,     4;
    double_extension_margin =     18,     5,    60,     4;

    history_bonus =              180,    60,   350,    20;
    history_bonus_max =         1700,   800,  3200,   150;
    correction_weight =          512,   128,  1024,    64;

    full_plies =                   0,     0,     1,     1;
    quiescence_margin =          160,    60,   350,    20;

    clock_moves =                 28,    18,    50,     2;
    clock_increment_share =       80,    50,   100,     5;
    clock_stretch =              400,   200,   700,    50;
}
