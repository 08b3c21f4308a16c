//! Commands that run once and exit.
