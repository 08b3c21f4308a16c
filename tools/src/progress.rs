//! How far we are, on a terminal's standard error.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar in the form of `template`; without `length` it has no end. Nothing is shown where
/// standard error is no terminal.
pub(crate) fn bar(length: impl Into<Option<u64>>, template: &str) -> ProgressBar {
    let bar = match length.into() {
        Some(length) => ProgressBar::new(length),
        None => ProgressBar::no_length(),
    };
    // A template that cannot be read is no reason to do nothing.
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
