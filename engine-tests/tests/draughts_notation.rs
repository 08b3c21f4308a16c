//! Laws that hold in every draughts rule set: text reads back, whatever is typed does no harm,
//! and what is kept move by move equals what is made afresh.

use ajeeb_base::{Outcome, Score, Side, SplitMix64};
use ajeeb_draughts::eval::Weights;
use ajeeb_draughts::{
    Brazilian, Breakthrough, Draughts, Error, Frisian, International, Killer, Losing, Move,
    Position, Russian, Variant,
};
use ajeeb_engine_tests::nets;
use ajeeb_game::{
    Ending, Evaluator, Notation, PackedMove, Policy, Record, Rules, Select, Unobserved,
};
use proptest::prelude::*;

fn list<V: Variant>(position: &Position<V>, select: Select) -> Vec<Move> {
    let mut moves = Default::default();
    Draughts::<V>::moves(position, select, &mut moves);
    moves.to_vec()
}

fn read<V: Variant>(fen: &str) -> Position<V> {
    Draughts::<V>::read_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Runs a generic check in each rule set.
macro_rules! in_every_rule_set {
    ($($test:ident => $check:ident;)*) => {$(
        #[test]
        fn $test() {
            $check::<International>();
            $check::<Killer>();
            $check::<Breakthrough>();
            $check::<Frisian>();
            $check::<Losing>();
            $check::<Russian>();
            $check::<Brazilian>();
        }
    )*};
}

in_every_rule_set! {
    positions_of_random_games_keep_every_law => random_games;
    starts_read_and_write => start_in_text;
    any_packed_number_is_harmless => packed_numbers;
}

/// Random games, from the start and from a few kings, with every law checked at every position.
fn random_games<V: Variant>() {
    let mut random = SplitMix64::new(2024);
    let kings = if V::COLS == 10 {
        "W:WK46,K48,31:BK5,K3,20"
    } else {
        "W:WK29,K31,21:BK4,K2,12"
    };
    let mut plies = 0;
    for round in 0..60 {
        let start = if round % 3 == 0 {
            read::<V>(kings)
        } else {
            Draughts::<V>::start()
        };
        let mut game = Record::<Draughts<V>>::new(start);
        let weights = match round % 2 {
            0 => Weights::BY_HAND,
            _ => nets::random_weights(round, false),
        };
        let mut eval = <Draughts<V> as Policy>::Eval::new(&weights);
        eval.reset(game.position());
        while game.ending().is_none() && game.moves().len() < 300 {
            let moves = check_position(game.position(), &weights, &mut eval);
            let mv = moves[random.below(moves.len())];
            eval.push();
            let after = Draughts::<V>::play(game.position(), mv, &mut eval);
            game.play(mv);
            assert_eq!(game.position(), &after);
            plies += 1;
        }
    }
    assert!(plies > 1500, "only {plies} plies in {}", V::NAME);
}

fn check_position<V: Variant>(
    position: &Position<V>,
    weights: &Weights<V>,
    eval: &mut <Draughts<V> as Policy>::Eval,
) -> Vec<Move> {
    assert_eq!(
        Draughts::<V>::key(position),
        position.fresh_key(),
        "{position:?}"
    );
    check_text(position);
    check_eval(position, weights, eval);
    let moves = list(position, Select::All);
    assert_eq!(Draughts::<V>::count(position), moves.len() as u64);
    let mut parts = list(position, Select::Noisy);
    assert!(parts.iter().all(|&mv| Draughts::<V>::noisy(position, mv)));
    assert_eq!(Draughts::<V>::settled(position), parts.is_empty());
    parts.extend(list(position, Select::Quiet));
    assert_eq!(parts, moves, "{position:?}");
    for (place, &mv) in moves.iter().enumerate() {
        assert!(
            !moves[..place].contains(&mv),
            "{mv:?} twice in {position:?}"
        );
        check_move(position, &moves, mv);
    }
    moves
}

fn check_text<V: Variant>(position: &Position<V>) {
    let fen = Draughts::<V>::write_position(position);
    assert_eq!(&read::<V>(&fen), position, "{fen}");
    let hub = Draughts::<V>::write_hub(position);
    let back = Draughts::<V>::read_hub(&hub).unwrap_or_else(|error| panic!("{hub}: {error}"));
    for side in Side::BOTH {
        assert_eq!(back.pieces(side), position.pieces(side), "{hub}");
    }
    assert_eq!(
        (back.kings(), back.side()),
        (position.kings(), position.side()),
        "{hub}"
    );
}

/// The same position with the sides exchanged and the board turned round.
fn turned<V: Variant>(position: &Position<V>) -> Position<V> {
    let hub = Draughts::<V>::write_hub(position);
    let (side, squares) = hub.split_at(1);
    let swap = |letter| match letter {
        'w' => 'b',
        'b' => 'w',
        'W' => 'B',
        'B' => 'W',
        other => other,
    };
    let side = side.chars().map(swap);
    let text: String = side.chain(squares.chars().rev().map(swap)).collect();
    Draughts::<V>::read_hub(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn check_eval<V: Variant>(
    position: &Position<V>,
    weights: &Weights<V>,
    eval: &mut <Draughts<V> as Policy>::Eval,
) {
    let followed = eval.evaluate(position);
    let fresh = |position: &Position<V>| {
        let mut eval = <Draughts<V> as Policy>::Eval::new(weights);
        eval.reset(position);
        eval.evaluate(position)
    };
    assert_eq!(followed, fresh(position), "{position:?}");
    assert_eq!(followed, fresh(&turned(position)), "{position:?}");
    assert!(followed <= Score::MAX_EVAL && followed >= -Score::MAX_EVAL);
}

fn check_move<V: Variant>(position: &Position<V>, moves: &[Move], mv: Move) {
    let text = Draughts::<V>::write_move(position, mv);
    for text in [text, Draughts::<V>::write_short(position, mv)] {
        assert_eq!(
            Draughts::<V>::read_move(position, &text),
            Ok(mv),
            "{text} in {position:?}"
        );
    }
    let packed = Draughts::<V>::pack(mv);
    assert_ne!(packed, PackedMove::NONE);
    let same = moves
        .iter()
        .filter(|&&other| Draughts::<V>::pack(other) == packed);
    if same.count() == 1 {
        assert_eq!(
            Draughts::<V>::unpack(position, packed),
            Some(mv),
            "{position:?}"
        );
    } else {
        assert!(
            packed.0 >> 12 == 15,
            "only the last number is shared: {position:?}"
        );
    }
    let slots = Draughts::<V>::slots(position, mv);
    assert!(slots.main < Draughts::<V>::SLOTS.main);
    assert!(slots.continuation < Draughts::<V>::SLOTS.continuation);
}

fn start_in_text<V: Variant>() {
    let ranges = if V::COLS == 10 {
        "W:W31-50:B1-20"
    } else {
        "W:W21-32:B1-12"
    };
    assert_eq!(read::<V>(ranges), Draughts::<V>::start());
    assert_eq!(Draughts::<V>::VARIANT, V::NAME);
    let drawn = Draughts::<V>::draw(&Draughts::<V>::start());
    assert_eq!(drawn.lines().count(), V::ROWS);
    assert_eq!(drawn.matches('w').count(), V::COLS / 2 * V::MEN_ROWS);
}

fn packed_numbers<V: Variant>() {
    let position = Draughts::<V>::start();
    let moves = list(&position, Select::All);
    for number in 0..=u16::MAX {
        if let Some(mv) = Draughts::<V>::unpack(&position, PackedMove(number)) {
            assert!(moves.contains(&mv));
        }
    }
}

#[test]
fn positions_in_other_dialects() {
    let start = Draughts::<International>::start();
    for fen in [
        "W:W31-50:B1-20.",
        "w:b1-20:w31-50",
        "\"W:W31-50:B1-20\"",
        "[FEN \"W:W31-50:B1-20\"]",
        " W : W 31-40, 41 - 50 : B1-20 ",
        "W:W31-50:B1-20:H0:F1",
        "W:W31-50:B1-20:H0:F1:+0+0",
        "W:W31-50:B1-20:",
    ] {
        assert_eq!(read::<International>(fen), start, "{fen}");
    }
    let kings = read::<International>("B:WK1-3,28:Bk50");
    assert_eq!(
        Draughts::<International>::write_position(&kings),
        "B:WK1,K2,K3,28:BK50"
    );
    assert_eq!(
        read::<International>("W:W28"),
        read::<International>("W:W28:B")
    );
    assert_eq!(
        read::<International>("B:B13"),
        read::<International>("B:W:B13")
    );
    let many = read::<International>("W:W26-50:B1-25");
    assert_eq!(many.pieces(Side::White).len(), 25);
    assert_eq!(read::<International>("W:WK28:BK3:H12").king_plies(), 12);
    assert_eq!(read::<International>("W:WK28:BK3:H12:L4").ending_plies(), 4);
    // Kings may start anywhere, and the Frisian count goes with the king.
    let walked = read::<Frisian>("W:WK28,31:BK3:SW28=3");
    assert!(
        list(&walked, Select::All)
            .iter()
            .all(|mv| mv.from().number::<Frisian>() == 31)
    );
}

#[test]
fn wrong_positions_are_refused() {
    use Error::*;
    let cases: &[(&str, Error)] = &[
        ("", NoSide(String::new())),
        ("?:W1", NoSide("?:W1".into())),
        ("W:W0", BadSquare("0".into(), 50)),
        ("W:W51", BadSquare("51".into(), 50)),
        ("W:Wa1", BadSquare("a1".into(), 50)),
        (
            "W:W99999999999999999999",
            BadSquare("99999999999999999999".into(), 50),
        ),
        ("W:W31-", BadSquare(String::new(), 50)),
        ("W:W40-31", BadRange("40-31".into())),
        ("W:W31,31", Occupied(31)),
        ("W:W31:B30-32", Occupied(31)),
        ("W:W31:W32", RepeatedSide("white")),
        (
            "W:W3:B20",
            UncrownedMan {
                side: "white",
                square: 3,
            },
        ),
        (
            "W:W30:B46",
            UncrownedMan {
                side: "black",
                square: 46,
            },
        ),
        ("W:W:B", Empty),
        ("W:W31:X12", BadField("X12".into())),
        ("W:W31:H", BadField("H".into())),
        ("W:+W31:B1", BadField("+W31".into())),
        ("W:FW31:B1", BadField("FW31".into())),
        ("W:W31:B1:+0", BadField("+0".into())),
        ("W:W31:SW31=1", BadField("SW31=1".into())),
    ];
    for (fen, error) in cases {
        assert_eq!(
            Draughts::<International>::read_position(fen),
            Err(error.clone()),
            "{fen}"
        );
    }
    assert_eq!(
        Draughts::<Russian>::read_position("W:W33:B1"),
        Err(BadSquare("33".into(), 32))
    );
}

#[test]
fn wrong_hub_positions_are_refused() {
    use Error::*;
    let hub = |text: &str| Draughts::<International>::read_hub(text);
    assert_eq!(
        hub(""),
        Err(BadLength {
            expected: 50,
            found: 0
        })
    );
    assert_eq!(
        hub("Wee"),
        Err(BadLength {
            expected: 50,
            found: 2
        })
    );
    let side = format!("X{}", "e".repeat(50));
    assert_eq!(hub(&side), Err(BadLetter('X')));
    let letter = format!("W{}q", "e".repeat(49));
    assert_eq!(hub(&letter), Err(BadLetter('q')));
    let man = format!("W{}w{}", "e".repeat(3), "e".repeat(46));
    assert_eq!(
        hub(&man),
        Err(UncrownedMan {
            side: "white",
            square: 4
        })
    );
    let accents = format!("W{}", "é".repeat(50));
    assert_eq!(hub(&accents), Err(BadLetter('é')));
    let small = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    assert_eq!(
        Draughts::<Brazilian>::read_hub(small),
        Ok(Draughts::<Brazilian>::start())
    );
}

#[test]
fn moves_in_every_form() {
    let read = |fen: &str, text: &str| {
        let position = read::<International>(fen);
        let mv = Draughts::<International>::read_move(&position, text)?;
        Ok(Draughts::<International>::write_move(&position, mv))
    };
    for text in [
        "32-28",
        "32–28",
        "32—28",
        "32‐28",
        " 32 - 28 ",
        "32 28",
        "32x28",
        "32-28!?",
        "32-28 *",
    ] {
        assert_eq!(
            read("W:W31-50:B1-20", text),
            Ok("32-28".to_owned()),
            "{text}"
        );
    }
    let chain = "W:W32:B19,28";
    for text in [
        "32x14",
        "32X14",
        "32×14",
        "32:14",
        "32x14x19x28",
        "32x14x28x19",
        "32x14:28,19",
        "32x23x14",
    ] {
        assert_eq!(read(chain, text), Ok("32x14x19x28".to_owned()), "{text}");
    }
    // The same ends, other pieces.
    let twins = "W:WK11:B8,22,23,29";
    assert_eq!(
        read(twins, "11x2"),
        Err(Error::AmbiguousMove("11x2".into()))
    );
    assert_eq!(read(twins, "11x2x23x8x22"), Ok("11x2x8x22x23".to_owned()));
    assert_eq!(read(twins, "11x2:8,22,29"), Ok("11x2x8x22x29".to_owned()));
    // Ends where it began.
    let circle = "W:W32:B28,29,38,39";
    assert_eq!(read(circle, "32x32"), Ok("32x32x28x29x38x39".to_owned()));
    assert_eq!(
        read(circle, "32x32x39x38x29x28"),
        Ok("32x32x28x29x38x39".to_owned())
    );
    for (fen, text) in [
        (chain, "32x23"),
        (chain, "32-27"),
        (chain, "32x14x19"),
        (chain, "32x14:19"),
    ] {
        assert_eq!(
            read(fen, text),
            Err(Error::IllegalMove(text.into())),
            "{text}"
        );
    }
    for text in [
        "", "32", "x", "32-", "-28", "0-1", "51-46", "e2e4", "32--28", "(none)", "32-2８",
    ] {
        assert_eq!(
            read(chain, text),
            Err(Error::BadMove(text.into())),
            "{text}"
        );
    }
}

/// Positions in which pieces can go round in so many ways that a plain search takes for ever.
#[test]
fn capture_explosions_are_merged() {
    let king = read::<International>("W:WK23:B8,9,10,11,17,18,19,20,27,28,29,30,31,38,39,42,44");
    assert_eq!(list(&king, Select::All).len(), 4);
    let grid = read::<International>("W:W23:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40");
    assert!(
        list(&grid, Select::All)
            .iter()
            .all(|mv| mv.captured().len() == 10)
    );
    let frisian = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47";
    assert_eq!(list(&read::<Frisian>(frisian), Select::All).len(), 1);
    let frisian = "W:W50:B18,22,23,24,27,29,32,33,34,38,40,42,43,44,K49";
    assert_eq!(list(&read::<Frisian>(frisian), Select::All).len(), 6);
    // Made to be hard: the search gives up here, but what it gives is of one worth.
    let monster = "W:WK5:BK2,K4,K7-11,K13,K15,K16,K18-22,K24,K27,K29-33,K35,K36,K38,K40-44,K47,K49";
    let moves = list(&read::<Frisian>(monster), Select::All);
    assert!(
        moves
            .iter()
            .all(|mv| mv.captured().len() == moves[0].captured().len())
    );
    assert!(moves.iter().any(|mv| mv.captured().len() > 20));
}

#[test]
fn the_first_crown_decides_breakthrough() {
    let position = read::<Breakthrough>("W:W7:B25");
    let mut game = Record::<Draughts<Breakthrough>>::new(position);
    assert_eq!(game.ending(), None);
    let mv = Draughts::<Breakthrough>::read_move(game.position(), "7-1").expect("a legal move");
    game.play(mv);
    assert_eq!(game.ending(), Some(Ending::Over(Outcome::Loss)));
    assert!(list(game.position(), Select::All).is_empty());
}

#[test]
fn who_cannot_move_wins_losing_draughts() {
    let blocked = read::<Losing>("W:W46:B41,37");
    assert_eq!(
        Record::<Draughts<Losing>>::new(blocked).ending(),
        Some(Ending::Stuck(Outcome::Win))
    );
    let blocked = read::<International>("W:W46:B41,37");
    let game = Record::<Draughts<International>>::new(blocked);
    assert_eq!(game.ending(), Some(Ending::Stuck(Outcome::Loss)));
}

#[test]
fn a_killer_stops_behind_the_king_it_takes_last() {
    let text = |position| -> Vec<String> {
        let moves = list(&position, Select::All);
        moves
            .iter()
            .map(|&mv| Draughts::<Killer>::write_move(&position, mv))
            .collect()
    };
    assert_eq!(text(read("W:WK46:BK28")), ["46x23x28"]);
    assert_eq!(text(read("W:WK46:B28")).len(), 5);
}

#[test]
fn a_frisian_king_moves_three_times_running() {
    let mut game = Record::<Draughts<Frisian>>::new(read("W:WK46,50:B15"));
    for text in ["46-41", "15-20", "41-46", "20-25", "46-41"] {
        let mv = Draughts::<Frisian>::read_move(game.position(), text);
        game.play(mv.unwrap_or_else(|error| panic!("{error}")));
    }
    // Black moved men; White's king has to rest now, and the key knows.
    let fen = Draughts::<Frisian>::write_position(game.position());
    assert!(fen.contains(":SW41=3"), "{fen}");
    let free = read::<Frisian>(fen.split(":S").next().unwrap_or_default());
    assert_ne!(
        Draughts::<Frisian>::key(game.position()),
        Draughts::<Frisian>::key(&free)
    );
    let reply = list(game.position(), Select::All)[0];
    let after = Draughts::<Frisian>::play(game.position(), reply, &mut Unobserved);
    let moves = list(&after, Select::All);
    assert!(
        moves.iter().all(|mv| mv.from().number::<Frisian>() == 50),
        "{fen}"
    );
}

#[test]
fn a_russian_man_goes_on_as_a_king() {
    // Crowned on 2 in passing, it takes 11 from afar.
    let position = read::<Russian>("W:W9:B6,11");
    let text: Vec<_> = list(&position, Select::All)
        .iter()
        .map(|&mv| Draughts::<Russian>::write_move(&position, mv))
        .collect();
    assert!(text.iter().all(|text| text.ends_with("x6x11")), "{text:?}");
    let mv = list(&position, Select::All)[0];
    let after = Draughts::<Russian>::play(&position, mv, &mut Unobserved);
    assert!(!after.kings_of(Side::White).is_empty());
}

proptest! {
    #[test]
    fn any_text_is_harmless(text in "\\PC{0,60}") {
        let start = Draughts::<International>::start();
        let _ = Draughts::<International>::read_position(&text);
        let _ = Draughts::<Frisian>::read_position(&text);
        let _ = Draughts::<Russian>::read_hub(&text);
        let _ = Draughts::<International>::read_move(&start, &text);
    }

    #[test]
    fn any_likely_text_is_harmless(
        fen in "[WB]:[WB](K?[0-9]{1,2}[-,]?){0,9}:[WB](K?[0-9]{1,2}[-,]?){0,9}(:[HLSF][WB]?[0-9]{0,4})?",
        text in "[0-9]{1,2}([-x:,][0-9]{1,2}){0,5}[!?]?",
    ) {
        for position in [
            Draughts::<International>::read_position(&fen),
            Ok(Draughts::<International>::start()),
        ].into_iter().flatten() {
            if let Ok(mv) = Draughts::<International>::read_move(&position, &text) {
                prop_assert!(Draughts::<International>::is_legal(&position, mv));
            }
            let again = Draughts::<International>::write_position(&position);
            prop_assert_eq!(Draughts::<International>::read_position(&again), Ok(position));
        }
    }

    /// Any letters: what is accepted can be counted, listed, played and evaluated.
    #[test]
    fn any_board_is_harmless(letters in "[WB][wbWBeeeee]{50}", small in "[WB][wbWBeeeee]{32}") {
        if let Ok(position) = Draughts::<International>::read_hub(&letters) {
            try_all(&position);
        }
        if let Ok(position) = Draughts::<Russian>::read_hub(&small) {
            try_all(&position);
        }
    }
}

fn try_all<V: Variant>(position: &Position<V>) {
    let mut eval = <Draughts<V> as Policy>::Eval::new(&Weights::default());
    eval.reset(position);
    eval.evaluate(position);
    let moves = list(position, Select::All);
    assert_eq!(Draughts::<V>::count(position), moves.len() as u64);
    for mv in moves {
        let after = Draughts::<V>::play(position, mv, &mut Unobserved);
        assert_eq!(Draughts::<V>::key(&after), after.fresh_key());
        Draughts::<V>::leaf(&after);
        let text = Draughts::<V>::write_move(position, mv);
        assert_eq!(Draughts::<V>::read_move(position, &text), Ok(mv), "{text}");
    }
}
