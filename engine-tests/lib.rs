//! What the test suites share: where the outside test data is, and how a skip is made visible.

pub mod binary;
pub mod hexapawn;
pub mod plain;
pub mod shared;
