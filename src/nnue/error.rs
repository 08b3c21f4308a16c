use thiserror::Error;

/// Why bytes or weights are not a net for this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetError {
    /// The magic number is missing.
    #[error("this is not a net of Ajeeb's")]
    NotANet,
    /// The file is of a later or earlier form.
    #[error("the net is of version {found}, but this program reads version {expected}")]
    Version {
        /// What this program reads.
        expected: u16,
        /// What the file says.
        found: u16,
    },
    /// The file ends early, or goes on after the end.
    #[error("the net should be {expected} bytes long, but {found} are there")]
    Length {
        /// What the header promises, or the header's own size where not even that is complete.
        expected: usize,
        /// Bytes there are.
        found: usize,
    },
    /// Some byte is not what was written.
    #[error("the net is damaged: its checksum should be {expected:08x}, but it is {found:08x}")]
    Checksum {
        /// What the header promises.
        expected: u32,
        /// What the bytes give.
        found: u32,
    },
    /// A net for another game or set of rules.
    #[error(
        "the net is for game {} variant {}, not for game {} variant {}",
        .found.0, .found.1, .expected.0, .expected.1
    )]
    Game {
        /// Game and variant that were asked for.
        expected: (u8, u8),
        /// Game and variant that the file is for.
        found: (u8, u8),
    },
    /// A net of another number of inputs.
    #[error("the net has {found} inputs, but this game has {expected}")]
    Inputs {
        /// Rows that the game's features number.
        expected: u16,
        /// Rows in the file.
        found: u16,
    },
    /// A number in the header is none that a net can have.
    #[error("the net's {field} cannot be {value}")]
    Shape {
        /// Which number.
        field: &'static str,
        /// What it is.
        value: u16,
    },
    /// A layer has not as many weights as the header says.
    #[error("the net's {layer} should be {expected} numbers, but {found} are there")]
    Layer {
        /// Which layer.
        layer: &'static str,
        /// Weights by the header.
        expected: usize,
        /// Weights there are.
        found: usize,
    },
    /// An output weight is too large for its product with an activation to fit 16 bits.
    #[error("the net has an output weight of {0}, beyond ±127")]
    OutputWeight(i16),
    /// A unit of the hidden layer could go beyond 16 bits with as many pieces as there may be.
    #[error("the net's hidden unit {unit} can reach {reach}, beyond 32767")]
    Unit {
        /// The unit's number.
        unit: usize,
        /// The largest value it might take.
        reach: u32,
    },
}
