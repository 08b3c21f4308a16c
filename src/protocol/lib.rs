//! Ajeeb's faces: UCI for chess, Hub and DXP for draughts, a console for people and one-shot commands
//! for scripts, all on the same search.
//!
//! A front end ([`uci`], [`hub`]) is a grammar and text forms; what both have in common is in
//! [`session`] (one game and the thread that searches it) and [`serve`] (the loop that hands
//! it lines and events). Bytes come in by [`input`] and go out by [`output`].

pub mod catalog;
pub mod commands;
pub mod console;
pub mod dxp;
pub mod eval_file;
mod front;
pub mod hub;
pub mod input;
pub mod logging;
pub mod output;
pub mod panic;
pub mod serve;
pub mod session;
pub mod settings;
#[cfg(test)]
mod talk;
pub mod uci;

pub use front::{run_auto, run_hub, run_uci};
