//! Training as a whole, on games made up for it: random moves, and scores and results that go by
//! the pieces alone.

use std::fs;
use std::path::Path;

use ajeeb_base::{Score, Side, SplitMix64};
use ajeeb_chess::Chess;
use ajeeb_draughts::{Draughts, International, Russian};
use ajeeb_game::{EachPlaced, Evaluator, Select, Unobserved};
use ajeeb_nnue::{Network, Networked, Weights};
use tempfile::TempDir;

use super::config::Recipe;
use super::load::load;
use super::quantise::{Rounding, header};
use super::{Report, TrainError, fit, train, write};
use crate::data::{Origin, Store, StoredGame};
use crate::games::Arena;
use crate::stats::GameScore;

const PLIES: usize = 60;

/// The material of the side to move, in hundredths.
fn material<G: Arena>(position: &G::Position) -> i32 {
    let values: &[i32] = match G::GAME {
        "chess" => &[100, 300, 300, 500, 900, 0],
        _ => &[100, 300],
    };
    let mut sum = 0;
    let us = G::side(position);
    let mut weigh = EachPlaced(|piece: ajeeb_game::Placement| {
        let value = values[usize::from(piece.kind)];
        sum += if piece.side == us { value } else { -value };
    });
    G::survey(position, &mut weigh);
    sum
}

/// Game `number`: random moves.
fn game<G: Arena>(number: u64) -> StoredGame<G> {
    let mut random = SplitMix64::new(number);
    let mut position = G::start();
    let mut plies = Vec::new();
    while plies.len() < PLIES && G::over(&position).is_none() {
        let mut moves = G::Moves::default();
        G::moves(&position, Select::All, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        plies.push((mv, Score::new(material::<G>(&position))));
        position = G::play(&position, mv, &mut Unobserved);
    }
    let white = match G::side(&position) {
        Side::White => material::<G>(&position),
        Side::Black => -material::<G>(&position),
    };
    StoredGame {
        start: G::start(),
        opening: Vec::new(),
        plies,
        result: match white {
            200.. => GameScore::Win,
            -199..200 => GameScore::Draw,
            _ => GameScore::Loss,
        },
    }
}

/// A folder with games and a recipe for them, `more` lines of which replace the usual ones.
fn folder<G: Arena>(games: u64, more: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let origin = Origin {
        game: G::VARIANT.into(),
        settings: serde_json::Value::Null,
    };
    let mut store = Store::open(&folder.path().join("made-up.games"), &origin).unwrap();
    for number in 0..games {
        store.push(&game::<G>(number)).unwrap();
    }
    store.flush().unwrap();
    let usual = [
        &format!("game = \"{}\"", G::VARIANT),
        "seed = 7",
        "hidden = 32",
        "epochs = 4",
        "batch = 256",
        "learning_rate = { start = 0.005, end = 0.0001 }",
        "result_share = 0.1",
        "scale = 250",
        "held_out = 5",
        "data = [{ file = \"made-up.games\" }]",
        "output = \"made-up.net\"",
        "report = \"report\"",
    ];
    let key = |line: &str| line.split(" = ").next().unwrap().to_owned();
    let replaced = |line: &&str| more.iter().any(|new| key(new) == key(line));
    let kept = usual.into_iter().filter(|line| !replaced(line));
    let text: Vec<_> = kept.chain(more.iter().copied()).collect();
    fs::write(folder.path().join("recipe.toml"), text.join("\n")).unwrap();
    folder
}

fn recipe(folder: &Path) -> Recipe {
    Recipe::read(&folder.join("recipe.toml")).unwrap()
}

/// Follows the recipe on so many threads.
fn follow<G: Arena>(folder: &Path, threads: usize) -> Result<(Vec<u8>, Report), TrainError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let recipe = recipe(folder);
    pool.build()
        .unwrap()
        .install(|| train::<G>(&recipe, &|| false))
}

#[test]
fn the_net_does_not_depend_on_threads() {
    let folder = folder::<Draughts<International>>(40, &["buckets = 4"]);
    let on = |threads| follow::<Draughts<International>>(folder.path(), threads).unwrap();
    let (net, _) = on(1);
    assert!(net == on(2).0 && net == on(3).0);
}

/// Nor on anything else: if this fails on a machine, its nets are not those of others. Where
/// another net is meant to come out, this is where to say so.
#[test]
fn a_recipe_makes_the_same_net_everywhere() {
    let folder = folder::<Draughts<Russian>>(40, &["buckets = 2"]);
    let (_, report) = follow::<Draughts<Russian>>(folder.path(), 2).unwrap();
    assert_eq!(
        report.net_sum(),
        "e7282b55228c34a324c49705e5628082c0e7841b0d1dc58786650cdd5af85bed"
    );
}

#[test]
fn a_net_learns_material() {
    let chess = ["epochs = 8", "augment_mirror = true"];
    for (folder, follow) in [
        (
            folder::<Chess>(300, &chess),
            follow::<Chess> as fn(&Path, usize) -> _,
        ),
        (
            folder::<Draughts<International>>(200, &[]),
            follow::<Draughts<International>>,
        ),
    ] {
        let (_, report) = follow(folder.path(), 2).unwrap();
        let [first, .., last] = &report.epochs[..] else {
            panic!("several epochs: {:?}", report.epochs);
        };
        assert!(last.held_out < 0.01, "{:?}", report.epochs);
        assert!(last.held_out < first.held_out && last.training < first.training);
    }
}

/// The games of a recipe as the engine sees them with the net, and as the trainer does.
fn assert_engine_agrees<G: Arena>(more: &[&str])
where
    G::Eval: Evaluator<G::Position, Weights = Weights<G>>,
{
    let folder = folder::<G>(60, more);
    let recipe = recipe(folder.path());
    let head = header::<G>(&recipe).unwrap();
    let loaded = load::<G>(&recipe, &head, &|| false).unwrap();
    let fitted = fit::fit(&recipe, &head, &loaded, &|| false).unwrap();
    let learner = fitted.learner;
    let network = super::quantise::network(&head, learner.shape(), learner.weights()).unwrap();
    let rounding = Rounding::measure(&network, &learner, &loaded.held_out);
    assert!(
        rounding.mean < rounding.bound && rounding.max < 30.0,
        "{rounding:?}"
    );

    let mut engine = G::Eval::new(&Weights::of(network).unwrap());
    let mut outputs = learner
        .outputs(&loaded.held_out, &loaded.held_out.picks(false))
        .into_iter();
    let StoredGame { plies, .. } = game::<G>(0);
    let mut position = G::start();
    for (mv, _) in plies.into_iter().take(40) {
        if G::usable(&position, mv) {
            engine.reset(&position);
            let found = engine.evaluate(&position).centi();
            let trained = outputs.next().unwrap() * f32::from(head.scale);
            assert!((found as f32 - trained).abs() < 30.0, "{position:?}");
        }
        position = G::play(&position, mv, &mut Unobserved);
    }
}

#[test]
fn the_engine_sees_what_was_trained() {
    assert_engine_agrees::<Chess>(&["buckets = 8", "mirrored = true"]);
    assert_engine_agrees::<Chess>(&["augment_mirror = true"]);
    assert_engine_agrees::<Draughts<International>>(&["buckets = 4"]);
}

#[test]
fn net_and_report_are_written() {
    let folder = folder::<Chess>(20, &["hidden = 64", "epochs = 1"]);
    let recipe = recipe(folder.path());
    let (net, report) = follow::<Chess>(folder.path(), 1).unwrap();
    write(&recipe, &net, &report).unwrap();
    let written = fs::read(folder.path().join("made-up.net")).unwrap();
    let network = Network::read(&written, &Chess::expected()).unwrap();
    assert_eq!(network.header().hidden, 64);
    assert_eq!(network.header().training, recipe.hash[..16]);
    let json = fs::read(folder.path().join("report/report.json")).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["settings"]["game"], "chess");
    assert_eq!(json["epochs"].as_array().unwrap().len(), 1);
    assert_eq!(json["files"][0]["games"], 20);
    assert_eq!(json["net"]["sha256"], report.net_sum());
    let curve = fs::read_to_string(folder.path().join("report/loss.svg")).unwrap();
    assert!(curve.contains("<polyline") && !curve.contains("NaN"));
    assert!(report.summary().contains("20 games"));
}

#[test]
fn an_interrupt_leaves_nothing() {
    let folder = folder::<Chess>(10, &[]);
    let recipe = recipe(folder.path());
    let stopped = train::<Chess>(&recipe, &|| true);
    assert!(matches!(stopped, Err(TrainError::Interrupted)));
    let left = fs::read_dir(folder.path()).unwrap();
    let nets = left.filter(|file| {
        let name = file.as_ref().unwrap().file_name();
        name.to_string_lossy().contains("net")
    });
    assert_eq!(nets.count(), 0);
}

#[test]
fn other_data_is_refused() {
    let wrong = "data = [{ file = \"made-up.games\", sha256 = \"00\" }]";
    let data = folder::<Chess>(10, &[wrong]);
    let refused = follow::<Chess>(data.path(), 1);
    let Err(TrainError::OtherData { found, .. }) = refused else {
        panic!("{refused:?}");
    };
    let right = wrong.replace("00", &found);
    let data = folder::<Chess>(10, &[&right]);
    assert!(follow::<Chess>(data.path(), 1).is_ok());

    let missing = folder::<Chess>(10, &["data = [{ file = \"none.games\" }]"]);
    let refused = follow::<Chess>(missing.path(), 1).map(|_| ());
    assert!(refused.unwrap_err().to_string().contains("none.games"));
    let other = folder::<Draughts<Russian>>(10, &[]);
    let refused = follow::<Chess>(other.path(), 1);
    assert!(matches!(refused, Err(TrainError::Data(_))));
    let single = folder::<Chess>(1, &[]);
    let refused = follow::<Chess>(single.path(), 1);
    assert!(matches!(
        refused,
        Err(TrainError::TooFew { training: 0, .. })
    ));
    let buckets = folder::<Chess>(10, &["buckets = 33"]);
    let refused = follow::<Chess>(buckets.path(), 1);
    assert!(matches!(refused, Err(TrainError::Net(_))));
}

#[test]
fn a_recipe_says_what_is_wrong_with_it() {
    let told = |lines: &[&str]| {
        let folder = folder::<Draughts<International>>(0, lines);
        let error = Recipe::read(&folder.path().join("recipe.toml")).unwrap_err();
        error.to_string()
    };
    for (line, key) in [
        ("hidden = 40", "hidden"),
        ("hidden = 0", "hidden"),
        ("epochs = 0", "epochs"),
        ("batch = 0", "batch"),
        (
            "learning_rate = { start = 1e-5, end = 1e-3 }",
            "learning_rate",
        ),
        (
            "learning_rate = { start = 1e-3, end = nan }",
            "learning_rate",
        ),
        ("learning_rate = 1e-3", "learning_rate"),
        ("weight_decay = 1.0", "weight_decay"),
        ("result_share = 1.1", "result_share"),
        ("scale = 0", "scale"),
        ("scale = 70000", "scale"),
        ("max_score = 0", "max_score"),
        ("mirrored = true", "mirrored"),
        ("augment_mirror = true", "augment_mirror"),
        ("held_out = 1", "held_out"),
        ("threads = 0", "threads"),
        ("data = []", "data"),
        ("seed = -1", "seed"),
        ("hiden = 32", "hiden"),
        ("game = \"go\"", "unknown game"),
    ] {
        let text = told(&[line]);
        assert!(
            text.contains("recipe.toml: ") && text.contains(key),
            "{line}: {text}"
        );
    }
    let both = [
        "game = \"chess\"",
        "mirrored = true",
        "augment_mirror = true",
    ];
    assert!(told(&both).contains("changes nothing"));
    let missing = tempfile::tempdir().unwrap();
    assert!(Recipe::read(&missing.path().join("none.toml")).is_err());
}
