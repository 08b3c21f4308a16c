//! The loop that serves a front end: lines from the client and events from the search thread,
//! each handled at once in the order they come, on one thread that never waits for a search.

use std::io;
use std::process::ExitCode;

use crossbeam::channel::{Receiver, select};

use crate::input::Input;
use crate::panic;
use crate::session::Event;

/// What to do after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Continue,
    /// The client wants us gone.
    Quit,
}

/// A protocol as the loop sees it.
pub trait FrontEnd {
    /// Works on a line.
    fn line(&mut self, line: &str) -> Flow;

    /// A line too long to keep was dropped.
    fn line_dropped(&mut self);

    /// Passes on what the search thread tells.
    fn event(&mut self, event: Event);

    /// No line will come any more: stops what would not end by itself.
    fn end_of_input(&mut self);

    /// Is there something that still has to be answered?
    fn busy(&self) -> bool;

    /// False once nobody reads what is written.
    fn connected(&self) -> bool;

    /// Why something was lost that should have been written.
    fn failure(&self) -> Option<&io::Error>;
}

/// How the serving ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By `quit`, the end of the input or because nobody reads any more.
    Well,
    /// With an output that cannot be written.
    Unwritten,
    /// The search thread met an internal error.
    Crashed,
}

impl From<Ended> for ExitCode {
    fn from(ended: Ended) -> ExitCode {
        match ended {
            Ended::Well => ExitCode::SUCCESS,
            Ended::Unwritten | Ended::Crashed => ExitCode::FAILURE,
        }
    }
}

/// Serves `front` until the client quits, the input ends and everything is answered, or nobody
/// reads the output. `first` are lines that have been taken from `lines` already.
pub fn serve(
    front: &mut impl FrontEnd,
    first: impl IntoIterator<Item = String>,
    lines: &Receiver<Input>,
    events: &Receiver<Event>,
) -> Ended {
    match attend(front, first, lines, events) {
        Ended::Well => written(front),
        ended => ended,
    }
}

/// The end of a front end that has done its work: well if all of it could be written. Otherwise
/// the user is told.
pub fn written(front: &impl FrontEnd) -> Ended {
    match front.failure() {
        None => Ended::Well,
        Some(error) => {
            eprintln!("ajeeb: cannot write: {error}");
            Ended::Unwritten
        }
    }
}

fn attend(
    front: &mut impl FrontEnd,
    first: impl IntoIterator<Item = String>,
    lines: &Receiver<Input>,
    events: &Receiver<Event>,
) -> Ended {
    for line in first {
        if handle(front, &line) == Flow::Quit {
            return Ended::Well;
        }
    }
    while front.connected() {
        select! {
            recv(lines) -> input => match input.unwrap_or(Input::End) {
                Input::Line(line) => {
                    if handle(front, &line) == Flow::Quit {
                        return Ended::Well;
                    }
                }
                Input::TooLong => front.line_dropped(),
                Input::End => {
                    front.end_of_input();
                    return drain(front, events);
                }
            },
            recv(events) -> event => match event {
                Err(_) | Ok(Event::Crashed) => return Ended::Crashed,
                Ok(event) => front.event(event),
            },
        }
    }
    Ended::Well
}

/// Passes on events until everything is answered.
pub fn drain(front: &mut impl FrontEnd, events: &Receiver<Event>) -> Ended {
    while front.busy() && front.connected() {
        match events.recv() {
            Err(_) | Ok(Event::Crashed) => return Ended::Crashed,
            Ok(event) => front.event(event),
        }
    }
    Ended::Well
}

fn handle(front: &mut impl FrontEnd, line: &str) -> Flow {
    panic::note_command(line);
    front.line(line)
}
