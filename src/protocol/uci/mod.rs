//! The Universal Chess Interface (April 2006, with the usual extensions), for chess.

mod genfens;
mod go;
mod one_shot;
mod options;
mod position;
#[cfg(test)]
mod tests;
mod text;

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use ajeeb_chess::Chess;
use ajeeb_chess::notation::uci_text;
use ajeeb_game::{Notation, Rules};
use ajeeb_search::Limits;
use crossbeam::channel::{Receiver, unbounded};

use self::genfens::Request;
use self::go::Go;
use self::options::{Id, Options, split_word};
use crate::catalog::GameName;
use crate::commands::bench;
use crate::commands::eval::Judgement;
use crate::eval_file::EvalFile;
use crate::input::{Input, MAX_LINE};
use crate::output::Output;
use crate::serve::{Ended, Flow, FrontEnd, serve};
use crate::session::{Event, Finished, Life, Session, Upkeep, WriteMove, excerpt};
use crate::settings::Value;

pub use one_shot::one_shot;

/// The first words of all commands.
const COMMANDS: [&str; 16] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "d",
    "eval",
    "bench",
    "genfens",
    "help",
];

const HELP: &str = "\
info string commands: uci, isready, setoption, ucinewgame, position, go, stop, ponderhit, quit\n\
info string go takes wtime btime winc binc movestogo depth nodes movetime mate infinite ponder \
searchmoves perft\n\
info string more: d shows the board, eval the static evaluation, bench the speed, genfens \
N [seed S] [book FILE] start positions";

/// Speaks UCI with a client whose lines come from `lines`, until it quits. `first` are lines
/// taken from there already.
pub(crate) fn speak(first: Vec<String>, lines: &Receiver<Input>, output: Output) -> ExitCode {
    let (sender, events) = unbounded();
    match Session::new(sender, Life::default()) {
        Ok(session) => serve(&mut Uci::new(session, output), first, lines, &events).into(),
        Err(error) => cannot_start(&error),
    }
}

fn cannot_start(error: &io::Error) -> ExitCode {
    log::error!("the search thread cannot be started: {error}");
    Ended::Crashed.into()
}

/// What a user is told without having asked, and where.
enum Notices {
    /// As `info string`, to the client.
    Client,
    /// On standard error; the number of them is kept.
    Terminal(usize),
}

/// The state of a conversation.
struct Uci {
    session: Session<Chess>,
    output: Output,
    options: Options,
    notices: Notices,
}

impl Uci {
    fn new(session: Session<Chess>, output: Output) -> Uci {
        Uci {
            session,
            output,
            options: Options::default(),
            notices: Notices::Client,
        }
    }

    fn notice(&mut self, text: &str) {
        match &mut self.notices {
            Notices::Client => self.output.line(&format!("info string {text}")),
            Notices::Terminal(count) => {
                *count += 1;
                eprintln!("ajeeb: {text}");
            }
        }
    }

    fn introduce(&mut self) {
        let lines = [
            format!("id name Ajeeb {}", env!("CARGO_PKG_VERSION")),
            format!("id author {}", env!("CARGO_PKG_AUTHORS")),
        ];
        for line in lines.into_iter().chain(options::declarations()) {
            self.output.line(&line);
        }
        self.output.line("uciok");
    }

    /// While a search runs the answer comes at once; otherwise when everything ordered before
    /// has been done.
    fn is_ready(&mut self) {
        if self.session.life_mut().ask_ready() {
            self.output.line("readyok");
        }
    }

    fn set_option(&mut self, text: &str) {
        match options::read_setoption(text) {
            Ok((id, value)) => self.apply(id, value),
            Err(error) => self.notice(&error.to_string()),
        }
    }

    fn apply(&mut self, id: Id, value: Value) {
        match (id, value) {
            (Id::Hash, Value::Number(n)) => self.session.upkeep(Upkeep::Resize(n as usize)),
            (Id::Threads, Value::Number(n)) => self.session.upkeep(Upkeep::Threads(n as usize)),
            (Id::ClearHash, _) => self.session.upkeep(Upkeep::Clear),
            (Id::MultiPv, Value::Number(n)) => self.options.lines = n as usize,
            (Id::MoveOverhead, Value::Number(n)) => {
                self.options.overhead = Duration::from_millis(n.unsigned_abs());
            }
            (Id::Chess960, Value::Check(on)) => self.options.chess960 = on,
            (Id::ShowWdl, Value::Check(on)) => self.options.show_wdl = on,
            (Id::AnalyseMode, Value::Check(on)) => self.options.analyse = on,
            (Id::EvalFile, Value::Text(file)) => self.evaluate_by(&file),
            (Id::DebugLogFile, Value::Text(path)) => self.keep_transcript(&path),
            // Hints: the client says when to ponder and whom it is that plays.
            (Id::Ponder | Id::Opponent, _) => {}
            (_, _) => log::error!("option {id:?} has a value of another kind"),
        }
    }

    fn evaluate_by(&mut self, file: &str) {
        let Ok(file) = file.parse::<EvalFile>();
        match file.weights() {
            Ok(weights) => self.session.evaluate_by(weights),
            Err(error) => self.notice(&format!("option EvalFile stays as it was: {error}")),
        }
    }

    fn keep_transcript(&mut self, path: &str) {
        let path = (!path.is_empty()).then(|| Path::new(path));
        if let Err(error) = self.output.set_transcript(path) {
            let path = path.unwrap_or(Path::new("")).display();
            self.notice(&format!(
                "cannot write to the debug log file {path}: {error}"
            ));
        }
    }

    fn new_game(&mut self) {
        self.session.upkeep(Upkeep::Clear);
        self.set_up(Chess::start(), None);
    }

    fn position(&mut self, text: &str) {
        match position::read(text) {
            Ok((start, moves)) => self.set_up(start, moves),
            Err(error) => self.notice(&error.to_string()),
        }
    }

    fn set_up(&mut self, start: <Chess as Rules>::Position, moves: Option<&str>) {
        let moves = moves.unwrap_or_default().split_whitespace();
        if let Err(error) = self.session.set_up(start, moves) {
            self.notice(&error.to_string());
        }
    }

    fn go(&mut self, text: &str) {
        let go = Go::read(text);
        if let Some(depth) = go.perft {
            self.session.divide(depth, self.write_move());
        } else {
            let limits = self.limits(&go);
            self.session.search(limits, self.write_move());
        }
    }

    fn limits(&self, go: &Go) -> Limits<<Chess as Rules>::Move> {
        let position = self.session.game().position();
        let only = go
            .only
            .iter()
            .filter_map(|text| Chess::read_move(position, text).ok());
        let limits = go.limits(Chess::side(position), only.collect());
        Limits {
            lines: self.options.lines,
            overhead: self.options.overhead,
            analyse: limits.infinite || self.options.analyse,
            ..limits
        }
    }

    /// How moves are written now: castling as king takes rook only if the client plays Chess960.
    fn write_move(&self) -> WriteMove<Chess> {
        if self.options.chess960 {
            |position, mv| uci_text(position, mv, true)
        } else {
            |position, mv| uci_text(position, mv, false)
        }
    }

    fn show_board(&mut self) {
        let position = self.session.game().position();
        let checkers: Vec<String> = position
            .checkers()
            .into_iter()
            .map(|square| square.to_string())
            .collect();
        let text = format!(
            "{}\nFen: {}\nKey: {:?}\nCheckers: {}",
            Chess::draw(position),
            Chess::write_position(position),
            Chess::key(position),
            checkers.join(" "),
        );
        self.output.line(text.trim_end());
    }

    fn show_evaluation(&mut self) {
        let position = self.session.game().position();
        let weights = self.session.weights();
        let judgement = Judgement::of(GameName::Chess, position, weights);
        self.output.line(&judgement.to_string());
    }

    fn bench(&mut self) {
        self.session.run(Box::new(|signals, out| {
            let done = bench::run_until(signals, &bench::Options::default(), out);
            done.map(drop).map_err(|error| error.to_string())
        }));
    }

    fn generate_positions(&mut self, text: &str) {
        let request = match Request::read(text) {
            Ok(request) => request,
            Err(error) => return self.notice(&error.to_string()),
        };
        let weights = self.session.weights().clone();
        self.session.run(Box::new(move |signals, out| {
            let done = request.run(weights, signals, out);
            done.map_err(|error| error.to_string())
        }));
    }

    fn finish(&mut self, finished: &Finished) {
        self.session.life_mut().answered();
        match finished {
            Finished::NoMove(outcome) => {
                self.output.line(text::no_move_line(*outcome));
                self.output.line("bestmove (none)");
            }
            Finished::Move { best, ponder: None } => {
                self.output.line(&format!("bestmove {best}"));
            }
            Finished::Move {
                best,
                ponder: Some(ponder),
            } => {
                self.output
                    .line(&format!("bestmove {best} ponder {ponder}"));
            }
        }
    }

    fn counted(&mut self, total: Option<u64>) {
        self.session.life_mut().answered();
        match total {
            Some(total) => self.output.line(&format!("Nodes searched: {total}")),
            None => self.notice("perft stopped"),
        }
    }
}

impl FrontEnd for Uci {
    /// Unknown words before a command are skipped, as the protocol asks.
    fn line(&mut self, line: &str) -> Flow {
        self.output.received(line);
        let mut rest = line;
        loop {
            let (word, after) = split_word(rest);
            match word {
                "" => {
                    let text = line.trim();
                    if !text.is_empty() {
                        self.notice(&format!("unknown command: {}", excerpt(text)));
                    }
                    return Flow::Continue;
                }
                "quit" => return Flow::Quit,
                "uci" => self.introduce(),
                "isready" => self.is_ready(),
                "setoption" => self.set_option(after),
                "ucinewgame" => self.new_game(),
                "position" => self.position(after),
                "go" => self.go(after),
                "stop" => self.session.life().stop(),
                "ponderhit" => self.session.life().ponder_hit(),
                "d" => self.show_board(),
                "eval" => self.show_evaluation(),
                "bench" => self.bench(),
                "genfens" => self.generate_positions(after),
                "help" => self.output.line(HELP),
                "debug" | "register" => {}
                _ => {
                    rest = after;
                    continue;
                }
            }
            return Flow::Continue;
        }
    }

    fn line_dropped(&mut self) {
        self.notice(&format!("a line of more than {MAX_LINE} bytes was dropped"));
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Report(report) => {
                let lines: Vec<String> = text::info_lines(&report, self.options.show_wdl).collect();
                self.output.line(&lines.join("\n"));
            }
            Event::Current { mv, number, depth } => self.output.line(&format!(
                "info depth {depth} currmove {mv} currmovenumber {number}"
            )),
            Event::Finished(finished) => self.finish(&finished),
            Event::Divided { mv, nodes } => self.output.line(&format!("{mv}: {nodes}")),
            Event::Counted(total) => self.counted(total),
            Event::Text(text) => self.output.line(&text),
            Event::Ran => self.session.life_mut().answered(),
            Event::Kept => {
                for _ in 0..self.session.life_mut().kept() {
                    self.output.line("readyok");
                }
            }
            Event::Trouble(text) => self.notice(&text),
            Event::Crashed => {}
        }
    }

    fn end_of_input(&mut self) {
        self.session.life().stop_unless_limited();
    }

    fn busy(&self) -> bool {
        self.session.life().busy()
    }

    fn connected(&self) -> bool {
        self.output.is_open()
    }

    fn failure(&self) -> Option<&io::Error> {
        self.output.failure()
    }
}
