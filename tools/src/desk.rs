//! Where the results of a match come together: counted, written and told.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ajeeb_base::Side;
use ajeeb_protocol::catalog::GameName;
use crossbeam::channel::Receiver;
use indicatif::ProgressBar;
use jiff::Timestamp;
use parking_lot::Mutex;

use crate::error::{MatchError, indented};
use crate::files::write_whole;
use crate::game::{Game, Reason};
use crate::games::RecordForm;
use crate::plan::Plan;
use crate::progress;
use crate::record::{self, Header, RecordError, Records};
use crate::report;
use crate::resume::Earlier;
use crate::schedule::{Job, Queue, Schedule};
use crate::standing::Standing;

/// A game is over.
pub(crate) struct News {
    pub(crate) job: Job,
    pub(crate) game: Box<Game>,
    /// If it was forfeited: the offender's last lines.
    pub(crate) tail: Vec<String>,
}

/// Counts, writes and tells.
pub(crate) struct Desk<'a> {
    plan: &'a Plan,
    form: RecordForm,
    variant: Option<&'static str>,
    records: Option<Records>,
    log: Option<Log>,
    standing: Standing,
    bar: ProgressBar,
}

impl<'a> Desk<'a> {
    /// Opens all files, so that one that cannot be written is known before the match and not
    /// after it.
    pub(crate) fn open(
        plan: &'a Plan,
        chess960: bool,
        form: RecordForm,
        schedule: &Schedule,
    ) -> Result<Desk<'a>, MatchError> {
        let variant = match plan.game {
            GameName::Chess => chess960.then_some("Chess960"),
            GameName::International => None,
            other => Some(other.as_str()),
        };
        let engines = plan.engines.iter();
        let standing = Standing::new(
            plan.game.to_string(),
            engines.map(|spec| (spec.name.clone(), spec.control.to_string())),
            schedule.pairings(),
            schedule.games(),
            plan.sprt,
        );
        let desk = Desk {
            plan,
            form,
            variant,
            records: plan.records.as_deref().map(Records::open).transpose()?,
            log: plan.log.as_deref().map(Log::open).transpose()?,
            standing,
            bar: progress::bar(schedule.games() as u64, PROGRESS),
        };
        desk.write_json()?;
        Ok(desk)
    }

    /// Counts the games of an earlier run.
    pub(crate) fn take_over(&mut self, games: &[Earlier]) -> Result<(), MatchError> {
        for Earlier { job, white, usage } in games {
            self.standing.add(job, *white, usage.each_ref());
        }
        self.tell(&format!(
            "Resumed: {} of {} games have been played",
            games.len(),
            self.standing.planned
        ))?;
        self.bar.set_position(games.len() as u64);
        self.bar.reset_eta();
        Ok(())
    }

    /// Has the match's test been decided?
    pub(crate) fn is_decided(&self) -> bool {
        self.standing.is_decided()
    }

    /// Listens to the workers until the last of them is gone, or until an error: then their news
    /// find nobody. Closes `queue` when the match's test is decided.
    pub(crate) fn collect(
        &mut self,
        news: Receiver<News>,
        queue: &Mutex<Queue>,
    ) -> Result<(), MatchError> {
        for News { job, game, tail } in news {
            let undecided = !self.is_decided();
            self.take(&job, &game, &tail)?;
            if undecided && self.is_decided() {
                queue.lock().close();
                self.tell("The test is decided: pairs that have begun are finished")?;
                self.report()?;
            }
        }
        Ok(())
    }

    /// Says how it ended.
    pub(crate) fn close(&mut self, interrupted: bool) -> Result<(), MatchError> {
        self.write_json()?;
        self.bar.finish_and_clear();
        let how = if interrupted {
            "Match interrupted."
        } else {
            "Match finished."
        };
        let summary = report::summary(&self.standing);
        self.tell(&format!("\n{how}\n{}", summary.trim_end()))?;
        if interrupted {
            return Err(MatchError::Interrupted {
                played: self.standing.played(),
                planned: self.standing.planned,
                recorded: self.records.is_some(),
            });
        }
        Ok(())
    }

    fn take(&mut self, job: &Job, game: &Game, tail: &[String]) -> Result<(), MatchError> {
        let spec = |side| &self.plan.engines[job.player(side).0];
        let names = Side::BOTH.map(|side| spec(side).name.as_str());
        let header = Header {
            form: self.form,
            variant: self.variant,
            round: job.round_tag(),
            date: Timestamp::now().strftime("%Y.%m.%d").to_string(),
            names,
            controls: Side::BOTH.map(|side| spec(side).control.to_string()),
        };
        if let Some(records) = &mut self.records {
            records.append(&record::write(&header, game))?;
        }
        let number = job.number + 1;
        if let Reason::Forfeit(side, offence) = &game.end.reason {
            let name = names[side.index()];
            self.complain(&format!(
                "Game {number}: {name} {offence}{}",
                indented(tail)
            ))?;
        }
        let [white, black] = names;
        self.log(&format!(
            "Game {number} (round {}): {white} - {black} {}, {}",
            header.round,
            record::result(self.form, game.end.white),
            game.end.reason
        ))?;
        self.standing
            .add(job, game.end.white, game.usage.each_ref());
        self.bar.inc(1);
        if self.standing.played().is_multiple_of(self.plan.every) {
            self.report()?;
        }
        Ok(())
    }

    /// Tells the state, in words and for programs.
    fn report(&mut self) -> Result<(), MatchError> {
        self.tell(&report::brief(&self.standing))?;
        Ok(self.write_json()?)
    }

    fn write_json(&self) -> Result<(), RecordError> {
        let Some(path) = &self.plan.json else {
            return Ok(());
        };
        write_whole(path, report::json(&self.standing))
            .map_err(|error| RecordError::new(path, error))
    }

    /// Says something on standard output. A match goes on even if nobody reads that any more.
    fn tell(&mut self, text: &str) -> Result<(), MatchError> {
        self.bar.suspend(|| {
            let _ = writeln!(io::stdout().lock(), "{text}");
        });
        self.log(text.trim_start())
    }

    /// The same on standard error.
    pub(crate) fn complain(&mut self, text: &str) -> Result<(), MatchError> {
        self.bar.suspend(|| {
            let _ = writeln!(io::stderr().lock(), "{text}");
        });
        self.log(text)
    }

    fn log(&mut self, text: &str) -> Result<(), MatchError> {
        match &mut self.log {
            Some(log) => Ok(log.append(text)?),
            None => Ok(()),
        }
    }
}

/// What is shown while games are played.
const PROGRESS: &str = "{pos}/{len} games, {elapsed_precise} so far, {eta_precise} left";

/// A file in which every event has its time (UTC).
struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    fn open(path: &Path) -> Result<Log, RecordError> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|error| RecordError::new(path, error))?;
        Ok(Log {
            path: path.to_owned(),
            file,
        })
    }

    fn append(&mut self, text: &str) -> Result<(), RecordError> {
        let now = Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ");
        let written = self.file.write_all(format!("{now} {text}\n").as_bytes());
        written.map_err(|error| RecordError::new(&self.path, error))
    }
}
