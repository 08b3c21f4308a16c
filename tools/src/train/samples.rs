//! The positions to learn from, as they lie in memory.

use super::kernel::Batch;

/// The bits of a square that a mirror turns over.
const FILES: u16 = 7;

/// Positions to learn from.
#[derive(Debug)]
pub(super) struct Samples {
    /// The rows of all positions, one after the other, as the side to move sees its pieces.
    rows: Vec<u16>,
    list: Vec<Sample>,
    /// The row in which the other side sees what the side to move sees in this one.
    other: Vec<u16>,
}

/// A position to learn from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// Where its rows begin.
    first: u32,
    /// What the net should give, after the sigmoid.
    pub(super) target: f32,
    pub(super) pieces: u8,
    pub(super) bucket: u8,
    /// Does the side to move see the board mirrored? And the other?
    pub(super) mirrored: [bool; 2],
    /// Is the mirrored position as good an example?
    pub(super) mirrorable: bool,
}

/// More positions than can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany;

/// One of [`Samples`], as it is or mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pick(u32);

impl Pick {
    const fn new(index: u32, mirrored: bool) -> Pick {
        Pick(index << 1 | mirrored as u32)
    }

    const fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    const fn is_mirrored(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Samples {
    /// None yet. `other` gives the row in which the other side sees each row.
    pub(super) fn new(other: Vec<u16>) -> Samples {
        Samples {
            rows: Vec::new(),
            list: Vec::new(),
            other,
        }
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds a position with its rows.
    ///
    /// # Errors
    /// If there are too many already.
    pub(super) fn push(&mut self, rows: &[u16], sample: Sample) -> Result<(), TooMany> {
        let first = u32::try_from(self.rows.len()).map_err(|_| TooMany)?;
        if self.list.len() > (u32::MAX >> 1) as usize {
            return Err(TooMany);
        }
        self.rows.extend_from_slice(rows);
        self.list.push(Sample { first, ..sample });
        Ok(())
    }

    /// All positions; with `mirrors` those too that are mirrored as good.
    pub(super) fn picks(&self, mirrors: bool) -> Vec<Pick> {
        let samples = (0..).zip(&self.list);
        let picks = samples.flat_map(|(index, sample)| {
            let mirrored = mirrors && sample.mirrorable;
            let mirrored = mirrored.then_some(Pick::new(index, true));
            [Some(Pick::new(index, false)), mirrored]
        });
        picks.flatten().collect()
    }

    /// A position's rows as both sides see them on the board as it is, the side to move's first,
    /// and whether either sees it mirrored.
    pub(super) fn view(&self, pick: Pick) -> (Vec<[u16; 2]>, [bool; 2]) {
        let (sample, rows) = self.get(pick);
        let both = |&row: &u16| [row, self.other[usize::from(row)]];
        let mirrored = sample
            .mirrored
            .map(|mirrored| mirrored != pick.is_mirrored());
        (rows.iter().map(both).collect(), mirrored)
    }

    fn get(&self, pick: Pick) -> (Sample, &[u16]) {
        let sample = self.list[pick.index()];
        let rows = &self.rows[sample.first as usize..][..usize::from(sample.pieces)];
        (sample, rows)
    }

    /// Fills `batch` with the positions of `picks`. They lie anywhere in memory; asked for all at
    /// once, they come at once.
    pub(super) fn gather(&self, picks: &[Pick], batch: &mut Batch) {
        batch.clear();
        for &pick in picks {
            let (sample, rows) = self.get(pick);
            let turns = sample.mirrored.map(|mirrored| {
                if mirrored != pick.is_mirrored() {
                    FILES
                } else {
                    0
                }
            });
            let own = rows.iter().map(|row| row ^ turns[0]);
            let other = rows
                .iter()
                .map(|&row| self.other[usize::from(row)] ^ turns[1]);
            batch.push(own, other, sample.bucket, sample.target);
        }
    }
}

impl Sample {
    /// A position of so many pieces; where its rows begin is not known yet.
    pub(super) const fn of(pieces: u8, bucket: u8, target: f32) -> Sample {
        Sample {
            first: 0,
            target,
            pieces,
            bucket,
            mirrored: [false; 2],
            mirrorable: false,
        }
    }
}
