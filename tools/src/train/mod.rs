//! `ajeeb-lab train`: nets from games.
//!
//! A [`Recipe`] says everything that a net depends on. [`load()`] turns games into [`Samples`], the
//! [`Learner`] goes over them again and again, [`quantise`] makes integers of its weights, and
//! [`Report`] tells how it went. The same recipe gives the same net, to the last bit, on every
//! machine and any number of threads.
//!
//! [`Samples`]: samples::Samples
//! [`Learner`]: learner::Learner

mod adam;
mod chart;
mod config;
mod features;
mod fit;
mod kernel;
mod learner;
mod load;
mod quantise;
mod report;
mod samples;
mod shape;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{fs, io};

use ajeeb_nnue::NetError;
use clap::Args;

use crate::data::DataError;
use crate::files;
use crate::games::{self, Arena, Visitor};
use crate::interrupt::Interrupt;

use config::{ConfigError, Recipe};
use load::load;
use quantise::Rounding;
use report::Report;

pub(crate) use features::Trainable;

/// Train a net on games that datagen has made
#[derive(Debug, Args)]
#[command(
    long_about = "Train a net on games that datagen has made. The recipe, a TOML file, says \
everything that the net depends on: the same recipe gives the same net on every machine. The loss \
of every epoch is told on standard error; the net and a report are written at the end, and not at \
all if Ctrl-C ends the training.",
    after_help = "Example:\n  ajeeb-lab train nets/chess-1.toml\n\nThe keys of a recipe:\n  \
game seed hidden buckets mirrored epochs batch learning_rate = { start, end } weight_decay\n  \
result_share scale max_score augment_mirror held_out threads output report\n  \
[[data]] file sha256"
)]
pub(crate) struct TrainArgs {
    /// The recipe
    #[arg(value_name = "CONFIG.toml")]
    config: PathBuf,
}

/// Why there is no net.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TrainError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Data(#[from] DataError),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{} has the SHA-256 {found}, not {expected}", path.display())]
    OtherData {
        path: PathBuf,
        expected: String,
        found: String,
    },
    #[error("there are more positions than fit in memory together")]
    TooMany,
    #[error(
        "there is nothing to learn from: {training} positions to train on and {held_out} held out"
    )]
    TooFew { training: usize, held_out: usize },
    #[error("the net in integers is {mean:.2} hundredths away from itself, more than {bound}")]
    Rounding { mean: f64, bound: f64 },
    #[error(transparent)]
    Net(#[from] NetError),
    #[error("the training has failed: its loss is no number any more")]
    Diverged,
    #[error("no thread could be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("cannot listen for Ctrl-C: {0}")]
    Signal(#[from] ctrlc::Error),
    #[error("interrupted: nothing was written")]
    Interrupted,
}

impl TrainError {
    fn file(path: &Path, error: io::Error) -> TrainError {
        TrainError::File {
            path: path.to_owned(),
            error,
        }
    }
}

impl TrainArgs {
    /// Trains a net, writes it and a report, and gives a summary for standard output.
    ///
    /// # Errors
    /// If the recipe or its data cannot be used, the net cannot be written, or the user interrupts.
    pub(crate) fn run(&self) -> Result<String, TrainError> {
        let recipe = Recipe::read(&self.config)?;
        let interrupt = Interrupt::listen()?;
        let stop = || interrupt.is_set();
        games::with_game(recipe.config.game, Train { recipe, stop })
    }
}

/// [`train`], as soon as the game is known.
struct Train<S> {
    recipe: Recipe,
    stop: S,
}

impl<S: Fn() -> bool + Sync> Visitor for Train<S> {
    type Output = Result<String, TrainError>;

    fn visit<G: Arena>(self) -> Self::Output {
        let Train { recipe, stop } = self;
        let threads = recipe.config.threads.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let (net, report) = pool.build()?.install(|| train::<G>(&recipe, &stop))?;
        write(&recipe, &net, &report)?;
        Ok(report.summary())
    }
}

/// Trains a net: its file and the report. `stop` is asked every now and then.
fn train<G: Arena>(
    recipe: &Recipe,
    stop: &(impl Fn() -> bool + Sync),
) -> Result<(Vec<u8>, Report), TrainError> {
    let header = quantise::header::<G>(recipe)?;
    let folder = recipe.path(&recipe.config.report);
    fs::create_dir_all(&folder).map_err(|error| TrainError::file(&folder, error))?;
    for path in [&recipe.output(), &recipe.report_file(report::JSON)] {
        files::check(path).map_err(|error| TrainError::file(path, error))?;
    }
    let begun = Instant::now();
    let loaded = load::<G>(recipe, &header, stop)?;
    let loading = begun.elapsed();
    let fitted = fit::fit(recipe, &header, &loaded, stop)?;
    let network = quantise::network(&header, fitted.learner.shape(), fitted.learner.weights())?;
    let rounding = Rounding::measure(&network, &fitted.learner, &loaded.held_out);
    rounding.check()?;
    let net = network.write();
    let report = Report::new(recipe, &loaded, loading, &fitted, rounding, &net);
    Ok((net, report))
}

/// Writes the net last, so that where it is there is a report too.
fn write(recipe: &Recipe, net: &[u8], report: &Report) -> Result<(), TrainError> {
    let put = |path: PathBuf, contents: &[u8]| {
        files::write_whole(&path, contents).map_err(|error| TrainError::file(&path, error))
    };
    put(recipe.report_file(report::JSON), report.json().as_bytes())?;
    put(recipe.report_file(report::CURVE), report.curve().as_bytes())?;
    put(recipe.output(), net)
}
