//! Ajeeb's faces: UCI for chess, Hub for draughts, a console for people and one-shot commands
//! for scripts, all on the same search.

pub mod catalog;
pub mod commands;
pub mod console;
mod toy;
