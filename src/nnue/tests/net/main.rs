//! Nets by their public face: files that can be read and files that cannot, and evaluations that
//! follow a search, next to the formula.

mod file;
mod formula;
mod plies;
