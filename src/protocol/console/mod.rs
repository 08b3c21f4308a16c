//! The console for people.
