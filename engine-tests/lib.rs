//! What the test suites share: where the outside test data is, how a skip is made visible, a toy
//! game, a plain search, and nets by chance.

pub mod binary;
pub mod hexapawn;
pub mod nets;
pub mod plain;
pub mod shared;
