//! How a training went.

use std::time::Duration;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::chart;
use super::config::{Config, Recipe};
use super::fit::{Epoch, Fitted};
use super::load::{FileReport, Loaded};
use super::quantise::Rounding;
use crate::files::hex;

/// The report's file for programs.
pub(super) const JSON: &str = "report.json";
/// The report's picture.
pub(super) const CURVE: &str = "loss.svg";

/// What is told about a training.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Report {
    program: String,
    /// What the net's file says about its training: the first half of the recipe's SHA-256.
    training: String,
    settings: Config,
    files: Vec<FileReport>,
    positions: Positions,
    pub(super) epochs: Vec<Epoch>,
    seconds: Seconds,
    /// Positions learned from in a second.
    positions_per_second: f64,
    rounding: Rounding,
    net: Net,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Positions {
    /// Learned from in an epoch, mirrored ones included.
    training: usize,
    held_out: usize,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Seconds {
    reading: f64,
    learning: f64,
}

#[derive(Clone, Debug, Serialize)]
struct Net {
    bytes: usize,
    sha256: String,
}

impl Report {
    pub(super) fn new(
        recipe: &Recipe,
        loaded: &Loaded,
        reading: Duration,
        fitted: &Fitted,
        rounding: Rounding,
        net: &[u8],
    ) -> Report {
        let learned = (fitted.positions * fitted.epochs.len()) as f64;
        let learning = fitted.learning.as_secs_f64();
        Report {
            program: format!("ajeeb-lab {}", env!("CARGO_PKG_VERSION")),
            training: hex(&recipe.hash[..16]),
            settings: recipe.config.clone(),
            files: loaded.files.clone(),
            positions: Positions {
                training: fitted.positions,
                held_out: loaded.held_out.len(),
            },
            epochs: fitted.epochs.clone(),
            seconds: Seconds {
                reading: reading.as_secs_f64(),
                learning,
            },
            positions_per_second: learned / learning.max(1e-9),
            rounding,
            net: Net {
                bytes: net.len(),
                sha256: hex(&Sha256::digest(net)),
            },
        }
    }

    /// For programs.
    pub(super) fn json(&self) -> String {
        // All of it is numbers and text, of which JSON can be made.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The net's SHA-256.
    #[cfg(test)]
    pub(super) fn net_sum(&self) -> &str {
        &self.net.sha256
    }

    /// The loss by epoch, as a picture.
    pub(super) fn curve(&self) -> String {
        let name = self.settings.output.display();
        chart::losses(&format!("{name}: loss by epoch"), &self.epochs)
    }

    /// For people.
    pub(super) fn summary(&self) -> String {
        let Positions { training, held_out } = self.positions;
        let games: u64 = self.files.iter().map(|file| file.games).sum();
        let plies: u64 = self.files.iter().map(|file| file.plies).sum();
        let loss = self.epochs.last().map_or(f64::NAN, |epoch| epoch.held_out);
        let Rounding { mean, max, .. } = self.rounding;
        format!(
            "{games} games, {plies} plies: {training} positions learned from, {held_out} held out\n\
             read in {:.1} s, learned in {:.1} s: {:.2} M positions a second\n\
             loss on held-out games {loss:.6}\n\
             in integers {mean:.2} hundredths away on average, {max:.1} at most\n\
             {}: {} bytes, SHA-256 {}\n",
            self.seconds.reading,
            self.seconds.learning,
            self.positions_per_second / 1e6,
            self.settings.output.display(),
            self.net.bytes,
            self.net.sha256,
        )
    }
}
