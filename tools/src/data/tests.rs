use std::fs;

use ajeeb_base::{Score, SplitMix64};
use ajeeb_chess::Chess;
use ajeeb_draughts::{Draughts, Frisian, International, Russian};
use ajeeb_game::{Record, Rules, Select};
use tempfile::TempDir;

use super::store::{self, Store, read_games};
use super::{DataError, Origin, StoredGame};
use crate::games::Arena;
use crate::stats::GameScore;

/// A game of random moves with random scores.
fn random_game<G: Arena>(random: &mut SplitMix64, start: G::Position) -> StoredGame<G> {
    let mut record = Record::<G>::new(start.clone());
    let (mut opening, mut plies) = (Vec::new(), Vec::new());
    while record.ending().is_none() && plies.len() < 120 {
        let mut moves = G::Moves::default();
        G::moves(record.position(), Select::All, &mut moves);
        let mv = moves[random.below(moves.len())];
        if record.moves().len() < 7 {
            opening.push(mv);
        } else {
            plies.push((mv, Score::new(random.below(64_001) as i32 - 32_000)));
        }
        record.play(mv);
    }
    let results = [GameScore::Win, GameScore::Draw, GameScore::Loss];
    StoredGame {
        start,
        opening,
        plies,
        result: results[random.below(3)],
    }
}

fn origin<G: Arena>(seed: u64) -> Origin {
    Origin {
        game: G::VARIANT.into(),
        settings: serde_json::json!({ "seed": seed }),
    }
}

fn all<G: Arena>(path: &std::path::Path) -> Result<Vec<StoredGame<G>>, DataError> {
    read_games::<G>(path)?.collect()
}

fn games_come_back<G: Arena>(other_start: &str) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    let mut random = SplitMix64::new(3);
    let other_start = G::read_position(other_start).unwrap();
    let games: Vec<_> = (0..20)
        .map(|number| {
            let own = number % 3 == 0;
            let start = if own { other_start.clone() } else { G::start() };
            random_game::<G>(&mut random, start)
        })
        .collect();
    // Written in three goes, as by a run that was stopped twice.
    for part in games.chunks(8) {
        let mut store = Store::open(&path, &origin::<G>(1)).unwrap();
        for game in part {
            store.push(game).unwrap();
        }
        store.flush().unwrap();
    }
    assert_eq!(all::<G>(&path).unwrap(), games);
    let store = Store::open(&path, &origin::<G>(1)).unwrap();
    let plies: usize = games.iter().map(|game| game.plies.len()).sum();
    assert_eq!((store.games(), store.plies()), (20, plies as u64));
}

#[test]
fn games_of_all_kinds_come_back() {
    games_come_back::<Chess>("bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAec - 0 1");
    games_come_back::<Draughts<International>>("B:W31-50:B1-20");
    games_come_back::<Draughts<Frisian>>("W:WK46,33:BK5,12");
    games_come_back::<Draughts<Russian>>("B:W21-32:B1-12");
}

/// Two blocks of games, and where the second one begins.
fn two_blocks(path: &std::path::Path) -> (Vec<StoredGame<Chess>>, usize) {
    let mut random = SplitMix64::new(5);
    let games: Vec<_> = (0..4)
        .map(|_| random_game::<Chess>(&mut random, Chess::start()))
        .collect();
    let mut store = Store::open(path, &origin::<Chess>(1)).unwrap();
    let mut second = 0;
    for part in games.chunks(2) {
        store.push(&part[0]).unwrap();
        store.push(&part[1]).unwrap();
        if second == 0 {
            store.flush().unwrap();
            second = fs::metadata(path).unwrap().len() as usize;
        }
    }
    store.flush().unwrap();
    (games, second)
}

#[test]
fn a_file_cut_in_its_first_line_or_last_block_goes_on_from_there() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    let (games, second) = two_blocks(&path);
    let bytes = fs::read(&path).unwrap();
    let first = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    for length in 0..=first {
        fs::write(&path, &bytes[..length]).unwrap();
        let store = Store::open(&path, &origin::<Chess>(1)).unwrap();
        assert_eq!(store.games(), 0, "cut to {length}");
        assert_eq!(fs::read(&path).unwrap(), bytes[..=first]);
    }
    for length in second..bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        let mut store = Store::open(&path, &origin::<Chess>(1)).unwrap();
        assert_eq!(store.games(), 2, "cut to {length}");
        store.push(&games[2]).unwrap();
        store.push(&games[3]).unwrap();
        store.flush().unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes, "cut to {length}");
    }
}

#[test]
fn a_changed_byte_is_noticed_and_nothing_is_thrown_away() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    let (_, second) = two_blocks(&path);
    let bytes = fs::read(&path).unwrap();
    let first = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for at in first..second {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        fs::write(&path, &changed).unwrap();
        assert!(all::<Chess>(&path).is_err(), "byte {at}");
        let opened = Store::open(&path, &origin::<Chess>(1));
        assert!(opened.is_err(), "byte {at}");
        assert_eq!(fs::read(&path).unwrap(), changed, "byte {at}");
    }
}

#[test]
fn a_file_of_something_else_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    two_blocks(&path);
    let other = Store::open(&path, &origin::<Chess>(2));
    assert!(matches!(other, Err(DataError::OtherSettings { .. })));
    let other = all::<Draughts<International>>(&path);
    assert!(matches!(other, Err(DataError::OtherGame { .. })));
    fs::write(&path, "[Event \"a\"]\n").unwrap();
    assert!(matches!(store::open(&path), Err(DataError::Foreign(_))));
    assert!(matches!(
        store::open(folder.path()),
        Err(DataError::File(..))
    ));
}
