//! The Hub protocol, version 2 (July 2019), for draughts in seven variants.

mod grammar;
mod level;
mod pace;
mod params;
mod table;
#[cfg(test)]
mod tests;
mod text;

use std::io;
use std::process::ExitCode;

use crossbeam::channel::{Receiver, Sender, unbounded};

use self::grammar::{Line, quoted};
use self::level::{Level, Mode};
use self::pace::Pace;
use self::params::Params;
use self::table::Table;
use crate::eval_file::EvalFile;
use crate::input::{Input, MAX_LINE};
use crate::output::{GAP, Output};
use crate::serve::{Flow, FrontEnd, serve};
use crate::session::{Event, Finished, Life, Upkeep, excerpt};

/// Speaks Hub with a client whose lines come from `lines`, until it quits. `first` are lines
/// taken from there already.
pub(crate) fn speak(first: Vec<String>, lines: &Receiver<Input>, output: Output) -> ExitCode {
    let (sender, events) = unbounded();
    serve(&mut Hub::new(sender, output), first, lines, &events).into()
}

/// The state of a conversation.
struct Hub {
    events: Sender<Event>,
    output: Output,
    params: Params,
    /// For the next `go` only.
    level: Level,
    /// When to write what the search tells.
    pace: Pace,
    /// None before it is needed, or after a change of the variant.
    table: Option<Box<dyn Table>>,
}

impl Hub {
    fn new(events: Sender<Event>, output: Output) -> Hub {
        Hub {
            events,
            output,
            params: Params::default(),
            level: Level::default(),
            pace: Pace::default(),
            table: None,
        }
    }

    fn error(&mut self, message: &str) {
        self.output.line(&text::error_line(message));
    }

    fn introduce(&mut self) {
        let id = format!(
            "id name=Ajeeb version={} author={} country=International",
            env!("CARGO_PKG_VERSION"),
            quoted(env!("CARGO_PKG_AUTHORS")),
        );
        self.output.line(&id);
        for line in self.params.declarations() {
            self.output.spaced_line(&line);
        }
        self.output.spaced_line("wait");
    }

    fn initialise(&mut self) {
        // Without a table there has been an error message; there is nothing to wait for.
        if self
            .table()
            .is_none_or(|table| table.life_mut().ask_ready())
        {
            self.output.line("ready");
        }
    }

    /// The table, made now if there is none: clients may forget `init`.
    fn table(&mut self) -> Option<&mut dyn Table> {
        if self.table.is_none() {
            self.table = self.open_table(Life::default());
        }
        self.table
            .as_deref_mut()
            .map(|table| table as &mut dyn Table)
    }

    fn open_table(&mut self, life: Life) -> Option<Box<dyn Table>> {
        match table::open(self.params.variant, self.events.clone(), life) {
            Ok(mut table) => {
                table.upkeep(Upkeep::Resize(self.params.megabytes));
                table.upkeep(Upkeep::Threads(self.params.threads));
                self.choose_net(table.as_mut());
                Some(table)
            }
            Err(error) => {
                self.error(&format!("no search thread: {error}"));
                None
            }
        }
    }

    /// Parameters come in any order, so only now it is clear which game the net has to be for.
    fn choose_net(&mut self, table: &mut dyn Table) {
        if self.params.eval_file == EvalFile::BuiltIn {
            return;
        }
        if let Err(error) = table.evaluate_by(&self.params.eval_file) {
            self.params.eval_file = EvalFile::BuiltIn;
            let built_in = EvalFile::BUILT_IN;
            self.error(&format!("eval-file is {built_in} again: {error}"));
        }
    }

    fn searching(&self) -> bool {
        self.table
            .as_ref()
            .is_some_and(|table| table.life().searching())
    }

    fn set_param(&mut self, line: &Line<'_>) {
        let params = match self.params.changed(line) {
            Ok(params) => params,
            Err(error) => return self.error(&error.to_string()),
        };
        if params.variant != self.params.variant {
            return self.change_variant(params);
        }
        if let Some(table) = &mut self.table {
            if params.megabytes != self.params.megabytes {
                table.upkeep(Upkeep::Resize(params.megabytes));
            }
            if params.threads != self.params.threads {
                table.upkeep(Upkeep::Threads(params.threads));
            }
            // The same name again may be another net by now.
            if line.value("name") == Some("eval-file")
                && let Err(error) = table.evaluate_by(&params.eval_file)
            {
                return self.error(&format!("eval-file stays as it was: {error}"));
            }
        }
        self.params = params;
    }

    /// Another variant is another game at another table; only the account goes on.
    fn change_variant(&mut self, params: Params) {
        if self.searching() {
            return self.error("the variant cannot be changed during a search");
        }
        self.params = params;
        if let Some(mut table) = self.table.take() {
            let life = std::mem::take(table.life_mut());
            self.table = self.open_table(life);
        }
    }

    fn new_game(&mut self) {
        if let Some(table) = &mut self.table {
            table.upkeep(Upkeep::Clear);
        }
    }

    fn position(&mut self, line: &Line<'_>) {
        let board = line.value("pos");
        if board.is_none() && !line.has("start") && !line.is_bare() && !line.has("moves") {
            return self.error("pos: neither pos nor start nor moves is given");
        }
        let moves = line.value("moves").unwrap_or_default();
        let Some(table) = self.table() else { return };
        if let Err(error) = table.set_up(board, moves) {
            self.error(&error.to_string());
        }
    }

    fn set_level(&mut self, line: &Line<'_>) {
        let (level, errors) = Level::read(line);
        self.level = level;
        for error in errors {
            self.error(&error.to_string());
        }
    }

    fn go(&mut self, line: &Line<'_>) {
        let mode = if line.has("analyze") || line.has("analyse") {
            Mode::Analyze
        } else if line.has("ponder") {
            Mode::Ponder
        } else {
            Mode::Think
        };
        let level = std::mem::take(&mut self.level);
        let overhead = self.params.overhead + GAP;
        self.pace = Pace::of(&level, mode);
        if let Some(table) = self.table() {
            table.go(&level, mode, overhead);
        }
    }

    fn ponder_hit(&mut self) {
        self.pace.ponder_hit();
        if let Some(table) = &self.table {
            table.life().ponder_hit();
        }
    }

    fn finish(&mut self, finished: &Finished) {
        if let Some(table) = &mut self.table {
            table.life_mut().answered();
        }
        self.pace.finish(&mut self.output);
        match finished {
            Finished::NoMove(_) => {
                self.error("no legal move");
                self.output.spaced_line(&text::done_line("none", None));
            }
            Finished::Move { best, ponder } => {
                self.output
                    .spaced_line(&text::done_line(best, ponder.as_deref()));
            }
        }
    }
}

impl FrontEnd for Hub {
    fn line(&mut self, text: &str) -> Flow {
        self.output.received(text);
        let line = match Line::read(text) {
            Ok(Some(line)) => line,
            Ok(None) => return Flow::Continue,
            Err(error) => {
                self.error(&error.to_string());
                return Flow::Continue;
            }
        };
        match line.command {
            "quit" => return Flow::Quit,
            "hub" => self.introduce(),
            "init" => self.initialise(),
            "set-param" => self.set_param(&line),
            "new-game" => self.new_game(),
            "pos" => self.position(&line),
            "level" => self.set_level(&line),
            "go" => self.go(&line),
            "ping" => self.output.line("pong"),
            "stop" => self.table.iter().for_each(|table| table.life().stop()),
            "ponder-hit" => self.ponder_hit(),
            other => self.error(&format!("unknown command {}", excerpt(other))),
        }
        Flow::Continue
    }

    fn line_dropped(&mut self) {
        self.error(&format!("a line of more than {MAX_LINE} bytes was dropped"));
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Report(report) => {
                if let Some(line) = text::info_line(&report) {
                    self.pace.info(line, &mut self.output);
                }
            }
            Event::Finished(finished) => self.finish(&finished),
            Event::Kept => {
                let answers = self
                    .table
                    .as_mut()
                    .map_or(0, |table| table.life_mut().kept());
                for _ in 0..answers {
                    self.output.spaced_line("ready");
                }
            }
            Event::Trouble(message) => self.error(&message),
            // Nothing here starts a count or a task, and the protocol has no current move.
            Event::Current { .. } | Event::Divided { .. } | Event::Counted(_) => {}
            Event::Text(_) | Event::Ran | Event::Crashed => {}
        }
    }

    fn end_of_input(&mut self) {
        if let Some(table) = &self.table {
            table.life().stop_unless_limited();
        }
    }

    fn busy(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.life().busy())
    }

    fn connected(&self) -> bool {
        self.output.is_open()
    }

    fn failure(&self) -> Option<&io::Error> {
        self.output.failure()
    }
}
