//! A file of games: a line that says what they are, then blocks, each complete in itself and
//! checked by its sum. A block that was being written when the program was killed is cut off and
//! written again; nothing else is ever changed.
//!
//! ```text
//! AJEEB GAMES 1 {"game": ..., "settings": ...}\n
//! block: "BLCK", then as u32 little-endian: games, plies, length of the packed columns,
//!        their length once unpacked, CRC-32 of the sixteen bytes before and the columns;
//!        then the columns, packed by DEFLATE
//! ```

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::codec::{self, Columns};
use super::{DataError, Origin, StoredGame};
use crate::games::Arena;

/// How a file begins.
const MAGIC: &str = "AJEEB GAMES 1 ";
/// How a block begins.
const BLOCK: &[u8; 4] = b"BLCK";
/// Bytes before a block's columns.
const HEAD: usize = 24;
/// Games in a full block.
const GAMES_A_BLOCK: u32 = 256;
/// More than any block takes, packed or not: a file that says more is broken.
const LARGEST_BLOCK: u32 = 1 << 28;
/// The longest first line.
const LONGEST_LINE: u64 = 1 << 16;

/// A file that games are appended to.
#[derive(Debug)]
pub(crate) struct Store {
    path: PathBuf,
    file: File,
    waiting: Columns,
    /// Games in the file and waiting.
    games: u64,
    /// Their searched plies.
    plies: u64,
}

impl Store {
    /// Opens a file to go on with, or begins one. What follows the last whole block is cut off, and
    /// a first line that was not finished is written again.
    ///
    /// # Errors
    /// If there is a file that does not say `origin` of itself, or it cannot be read or written.
    pub(crate) fn open(path: &Path, origin: &Origin) -> Result<Store, DataError> {
        let failed = |error| DataError::File(path.to_owned(), error);
        let mut store = Store {
            path: path.to_owned(),
            file: OpenOptions::new()
                .create(true)
                .truncate(false)
                .read(true)
                .write(true)
                .open(path)
                .map_err(failed)?,
            waiting: Columns::default(),
            games: 0,
            plies: 0,
        };
        let origin_line = first_line(origin).map_err(failed)?;
        if is_begun(&mut store.file, &origin_line).map_err(failed)? {
            store.file.write_all(&origin_line).map_err(failed)?;
            return Ok(store);
        }
        let mut blocks = open(path)?;
        if blocks.origin != *origin {
            return Err(DataError::OtherSettings {
                path: path.to_owned(),
                found: blocks.origin.settings.to_string(),
            });
        }
        let mut whole = blocks.at;
        loop {
            match blocks.next() {
                Some(Ok(block)) => {
                    store.games += u64::from(block.games);
                    store.plies += u64::from(block.plies);
                    whole = blocks.at;
                }
                Some(Err(DataError::CutOff { .. })) | None => break,
                Some(Err(error)) => return Err(error),
            }
        }
        store.file.set_len(whole).map_err(failed)?;
        store.file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(store)
    }

    /// Games kept so far.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// Their searched plies.
    pub(crate) fn plies(&self) -> u64 {
        self.plies
    }

    /// Keeps a game; it is in the file when its block is full, or after [`Store::flush`].
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn push<G: Arena>(&mut self, game: &StoredGame<G>) -> Result<(), DataError> {
        self.waiting.push(game);
        self.games += 1;
        self.plies += game.plies.len() as u64;
        match self.waiting.count {
            GAMES_A_BLOCK => self.flush(),
            _ => Ok(()),
        }
    }

    /// Writes the games that wait for others.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn flush(&mut self) -> Result<(), DataError> {
        let block = std::mem::take(&mut self.waiting);
        if block.count == 0 {
            return Ok(());
        }
        let written = pack(&block).and_then(|bytes| {
            self.file.write_all(&bytes)?;
            self.file.sync_data()
        });
        written.map_err(|error| DataError::File(self.path.clone(), error))
    }
}

fn first_line(origin: &Origin) -> io::Result<Vec<u8>> {
    let origin = serde_json::to_string(origin)?;
    Ok(format!("{MAGIC}{origin}\n").into_bytes())
}

/// Is there no more in the file than a part of its first line? Then that is taken away.
fn is_begun(file: &mut File, line: &[u8]) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(line.len() as u64).read_to_end(&mut start)?;
    let begun = start.len() < line.len() && line.starts_with(&start);
    if begun {
        file.set_len(0)?;
        file.rewind()?;
    }
    Ok(begun)
}

fn pack(block: &Columns) -> io::Result<Vec<u8>> {
    let plain = block.bytes();
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&plain)?;
    let packed = packer.finish()?;
    let mut bytes = BLOCK.to_vec();
    let numbers = [
        block.count,
        block.plies as u32,
        packed.len() as u32,
        plain.len() as u32,
    ];
    for number in numbers {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    let sum = checksum(&bytes[4..], &packed);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes.extend_from_slice(&packed);
    Ok(bytes)
}

fn checksum(head: &[u8], packed: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(head);
    sum.update(packed);
    sum.finalize()
}

/// A whole block, its sum seen to be right.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) games: u32,
    /// Searched plies.
    pub(crate) plies: u32,
    /// Its place in the file.
    at: u64,
    /// Bytes of the columns once unpacked.
    plain: u32,
    packed: Vec<u8>,
}

impl Block {
    /// The games of a block from the file at `path`.
    ///
    /// # Errors
    /// If its columns are not games of `G`, in spite of the right sum.
    pub(crate) fn read<G: Arena>(&self, path: &Path) -> Result<Vec<StoredGame<G>>, DataError> {
        let broken = |why: String| DataError::Broken {
            path: path.to_owned(),
            at: self.at,
            why,
        };
        let mut plain = Vec::with_capacity(self.plain as usize);
        DeflateDecoder::new(&self.packed[..])
            .take(u64::from(self.plain) + 1)
            .read_to_end(&mut plain)
            .map_err(|error| broken(error.to_string()))?;
        if plain.len() != self.plain as usize {
            return Err(broken("the length is not what the block says".into()));
        }
        codec::read(&plain, self.games).map_err(broken)
    }
}

/// The blocks of a file, one after the other. After an error there are no more.
#[derive(Debug)]
pub(crate) struct Blocks {
    pub(crate) origin: Origin,
    path: PathBuf,
    file: BufReader<File>,
    at: u64,
    failed: bool,
}

/// Opens a file of games to read.
///
/// # Errors
/// If it cannot be read, or is something else.
pub(crate) fn open(path: &Path) -> Result<Blocks, DataError> {
    let failed = |error| DataError::File(path.to_owned(), error);
    let mut file = BufReader::new(File::open(path).map_err(failed)?);
    let mut line = Vec::new();
    (&mut file)
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut line)
        .map_err(failed)?;
    let origin = std::str::from_utf8(&line)
        .ok()
        .and_then(|line| line.strip_prefix(MAGIC)?.strip_suffix('\n'))
        .and_then(|origin| serde_json::from_str(origin).ok())
        .ok_or_else(|| DataError::Foreign(path.to_owned()))?;
    Ok(Blocks {
        origin,
        path: path.to_owned(),
        file,
        at: line.len() as u64,
        failed: false,
    })
}

/// What stands before a block's columns.
struct Head {
    games: u32,
    plies: u32,
    /// Bytes of the packed columns, and once unpacked.
    length: u32,
    plain: u32,
    sum: u32,
}

impl Head {
    /// None if no block begins with these bytes.
    fn read(bytes: &[u8; HEAD]) -> Option<Head> {
        let (words, _) = bytes.as_chunks::<4>();
        let [magic, numbers @ ..] = words else {
            return None;
        };
        let numbers: Vec<u32> = numbers.iter().map(|&n| u32::from_le_bytes(n)).collect();
        let [games, plies, length, plain, sum] = numbers[..] else {
            return None;
        };
        (magic == BLOCK && length.max(plain) <= LARGEST_BLOCK).then_some(Head {
            games,
            plies,
            length,
            plain,
            sum,
        })
    }
}

impl Blocks {
    fn block(&mut self) -> Result<Option<Block>, DataError> {
        let start = self.read(HEAD as u64)?;
        if start.is_empty() {
            return Ok(None);
        }
        let Ok(start) = <[u8; HEAD]>::try_from(start) else {
            return Err(self.cut_off());
        };
        let Some(head) = Head::read(&start) else {
            return Err(self.broken("no block begins here"));
        };
        let packed = self.read(head.length.into())?;
        if packed.len() < head.length as usize {
            // Where another block begins, it is the length that is wrong.
            return Err(
                match packed.windows(BLOCK.len()).any(|four| four == BLOCK) {
                    true => self.broken("the block is not as long as it says"),
                    false => self.cut_off(),
                },
            );
        }
        if checksum(&start[4..HEAD - 4], &packed) != head.sum {
            return Err(self.broken("the block's sum is wrong"));
        }
        let at = self.at;
        self.at += (HEAD + packed.len()) as u64;
        Ok(Some(Block {
            games: head.games,
            plies: head.plies,
            at,
            plain: head.plain,
            packed,
        }))
    }

    /// The next bytes of the file; fewer where it ends.
    fn read(&mut self, count: u64) -> Result<Vec<u8>, DataError> {
        let mut bytes = Vec::new();
        let read = (&mut self.file).take(count).read_to_end(&mut bytes);
        read.map_err(|error| DataError::File(self.path.clone(), error))?;
        Ok(bytes)
    }

    fn broken(&self, why: &str) -> DataError {
        DataError::Broken {
            path: self.path.clone(),
            at: self.at,
            why: why.into(),
        }
    }

    fn cut_off(&self) -> DataError {
        DataError::CutOff {
            path: self.path.clone(),
            at: self.at,
        }
    }
}

impl Iterator for Blocks {
    type Item = Result<Block, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let block = self.block();
        self.failed = block.is_err();
        block.transpose()
    }
}

/// The games of a file, one after the other. After an error there are no more.
///
/// # Errors
/// If the file cannot be read, or holds no games of `G`.
pub(crate) fn read_games<G: Arena>(
    path: &Path,
) -> Result<impl Iterator<Item = Result<StoredGame<G>, DataError>>, DataError> {
    let blocks = open(path)?;
    if blocks.origin.game != G::VARIANT {
        return Err(DataError::OtherGame {
            path: path.to_owned(),
            found: blocks.origin.game,
            wanted: G::VARIANT.into(),
        });
    }
    let path = path.to_owned();
    Ok(blocks.flat_map(move |block| {
        let games = block.and_then(|block| block.read::<G>(&path));
        let (games, error) = match games {
            Ok(games) => (games, None),
            Err(error) => (Vec::new(), Some(Err(error))),
        };
        games.into_iter().map(Ok).chain(error)
    }))
}
