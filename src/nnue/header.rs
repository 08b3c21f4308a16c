use crate::{HIDDEN_STEP, MAX_HIDDEN, NetError, QA, QB};

/// The first eight bytes of a net.
const MAGIC: [u8; 8] = *b"AJEEBNET";

/// The form of file this program reads and writes.
const VERSION: u16 = 1;

/// In the flags: the net is [mirrored](Header::mirrored).
const MIRRORED: u16 = 1;

/// Mirrored nets number their inputs in blocks of this many squares.
const MIRRORED_BLOCK: u16 = 64;

/// What a game takes a net for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The game: 1 for chess, 2 for draughts.
    pub game: u8,
    /// The set of rules within the game: 0 for chess; 1 onwards for draughts, in the order of the
    /// catalogue (international, killer, breakthrough, frisian, losing, russian, brazilian).
    pub variant: u8,
    /// Rows that the game's features number.
    pub inputs: u16,
}

/// What a net is, in the first 64 bytes of its file.
///
/// | bytes | what | type |
/// |---|---|---|
/// | 0..8 | `AJEEBNET` | |
/// | 8..10 | version: 1 | `u16` |
/// | 10 | game | `u8` |
/// | 11 | variant | `u8` |
/// | 12..14 | inputs | `u16` |
/// | 14..16 | hidden | `u16` |
/// | 16..18 | buckets | `u16` |
/// | 18..20 | the most pieces | `u16` |
/// | 20..22 | [`QA`] | `u16` |
/// | 22..24 | [`QB`] | `u16` |
/// | 24..26 | scale | `u16` |
/// | 26..28 | flags: 1 if mirrored | `u16` |
/// | 28..32 | length of what follows the header, in bytes | `u32` |
/// | 32..48 | training | |
/// | 48..60 | zero | |
/// | 60..64 | CRC-32 of all other bytes of the file | `u32` |
///
/// All numbers are little-endian.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// As in [`Expected`].
    pub game: u8,
    /// As in [`Expected`].
    pub variant: u8,
    /// Rows of the first layer.
    pub inputs: u16,
    /// Units for each perspective: a multiple of [`HIDDEN_STEP`], at most [`MAX_HIDDEN`].
    pub hidden: u16,
    /// Sets of output weights, `1..=max_pieces`; see [`Header::bucket`].
    pub buckets: u16,
    /// The most pieces there can be on the board, both sides together: chess 32, draughts 40 or 24.
    pub max_pieces: u16,
    /// An output of 1 in hundredths of a pawn or man; not 0.
    pub scale: u16,
    /// May a side look at the board left for right ([`Accumulators::set_mirror`])? Then the inputs
    /// come in blocks of 64 squares.
    ///
    /// [`Accumulators::set_mirror`]: crate::Accumulators::set_mirror
    pub mirrored: bool,
    /// What the net was trained by: a hash of the recipe.
    pub training: [u8; 16],
}

impl Header {
    /// Bytes of a header.
    pub const LEN: usize = 64;

    /// Where the checksum stands.
    const CHECKSUM: usize = 60;

    /// The set of output weights for a position with so many pieces, both sides together:
    /// `(pieces - 1) * buckets / max_pieces`, rounded down, where fewer than one piece count as
    /// one, and more than [`max_pieces`](Header::max_pieces) as that many.
    #[inline]
    pub fn bucket(&self, pieces: u32) -> usize {
        let most = u32::from(self.max_pieces);
        let pieces = pieces.clamp(1, most);
        ((pieces - 1) * u32::from(self.buckets) / most) as usize
    }

    /// Is this a net for `expected`?
    pub(crate) fn suits(&self, expected: &Expected) -> Result<(), NetError> {
        let (asked, found) = ((expected.game, expected.variant), (self.game, self.variant));
        if asked != found {
            return Err(NetError::Game {
                expected: asked,
                found,
            });
        }
        if self.inputs != expected.inputs {
            return Err(NetError::Inputs {
                expected: expected.inputs,
                found: self.inputs,
            });
        }
        Ok(())
    }

    /// Can a net be of this shape?
    pub(crate) fn check(&self) -> Result<(), NetError> {
        let hidden = usize::from(self.hidden);
        let blocks = !self.mirrored || self.inputs.is_multiple_of(MIRRORED_BLOCK);
        let rules = [
            ("number of inputs", self.inputs, self.inputs > 0 && blocks),
            (
                "hidden layer",
                self.hidden,
                (HIDDEN_STEP..=MAX_HIDDEN).contains(&hidden) && hidden.is_multiple_of(HIDDEN_STEP),
            ),
            (
                "largest number of pieces",
                self.max_pieces,
                self.max_pieces > 0,
            ),
            (
                "number of buckets",
                self.buckets,
                (1..=self.max_pieces).contains(&self.buckets),
            ),
            ("scale", self.scale, self.scale > 0),
        ];
        match rules.into_iter().find(|&(_, _, possible)| !possible) {
            Some((field, value, _)) => Err(shape(field, value)),
            None => Ok(()),
        }
    }

    /// Bytes of all layers of a net of this shape.
    pub(crate) fn payload_len(&self) -> usize {
        let [inputs, hidden, buckets] = [self.inputs, self.hidden, self.buckets].map(usize::from);
        2 * hidden * (inputs + 1) + buckets * (2 * 2 * hidden + 4)
    }

    /// The header as it stands before `payload` in a file.
    pub(crate) fn write(&self, payload: &[u8]) -> [u8; Header::LEN] {
        let mut bytes = [0; Header::LEN];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[10] = self.game;
        bytes[11] = self.variant;
        let flags = if self.mirrored { MIRRORED } else { 0 };
        for (at, number) in [
            (8, VERSION),
            (12, self.inputs),
            (14, self.hidden),
            (16, self.buckets),
            (18, self.max_pieces),
            (20, QA as u16),
            (22, QB as u16),
            (24, self.scale),
            (26, flags),
        ] {
            bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
        }
        bytes[28..32].copy_from_slice(&(payload.len() as u32).to_le_bytes());
        bytes[32..48].copy_from_slice(&self.training);
        let checksum = checksum(&bytes, payload);
        bytes[Header::CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// The header of a net, and the layers that follow it: complete, undamaged and of the length
    /// that the header's shape asks for.
    pub(crate) fn read(file: &[u8]) -> Result<(Header, &[u8]), NetError> {
        if !file.starts_with(&MAGIC) {
            return Err(NetError::NotANet);
        }
        let Some((bytes, payload)) = file.split_first_chunk::<{ Header::LEN }>() else {
            return Err(length(Header::LEN, file.len()));
        };
        let version = u16_at(bytes, 8);
        if version != VERSION {
            return Err(NetError::Version {
                expected: VERSION,
                found: version,
            });
        }
        let payload_len = u32_at(bytes, 28) as usize;
        if payload.len() != payload_len {
            return Err(length(Header::LEN.saturating_add(payload_len), file.len()));
        }
        let (expected, found) = (u32_at(bytes, Header::CHECKSUM), checksum(bytes, payload));
        if expected != found {
            return Err(NetError::Checksum { expected, found });
        }
        let header = Header::parse(bytes)?;
        if payload_len != header.payload_len() {
            return Err(length(Header::LEN + header.payload_len(), file.len()));
        }
        Ok((header, payload))
    }

    /// The fields of an undamaged header.
    fn parse(bytes: &[u8; Header::LEN]) -> Result<Header, NetError> {
        let flags = u16_at(bytes, 26);
        let constants = [
            ("first layer's unit (QA)", u16_at(bytes, 20), QA as u16),
            ("output layer's unit (QB)", u16_at(bytes, 22), QB as u16),
            ("set of flags", flags & !MIRRORED, 0),
        ];
        for (field, found, expected) in constants {
            if found != expected {
                return Err(shape(field, found));
            }
        }
        if let Some(&value) = bytes[48..Header::CHECKSUM].iter().find(|&&byte| byte != 0) {
            return Err(shape("unused part", value.into()));
        }
        let mut training = [0; 16];
        training.copy_from_slice(&bytes[32..48]);
        let header = Header {
            game: bytes[10],
            variant: bytes[11],
            inputs: u16_at(bytes, 12),
            hidden: u16_at(bytes, 14),
            buckets: u16_at(bytes, 16),
            max_pieces: u16_at(bytes, 18),
            scale: u16_at(bytes, 24),
            mirrored: flags & MIRRORED != 0,
            training,
        };
        header.check()?;
        Ok(header)
    }
}

fn shape(field: &'static str, value: u16) -> NetError {
    NetError::Shape { field, value }
}

fn length(expected: usize, found: usize) -> NetError {
    NetError::Length { expected, found }
}

/// CRC-32 of a file, but for the place where it is itself.
fn checksum(header: &[u8; Header::LEN], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&header[..Header::CHECKSUM]);
    hasher.update(payload);
    hasher.finalize()
}

fn u16_at(bytes: &[u8; Header::LEN], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8; Header::LEN], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
