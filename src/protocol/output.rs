//! The writer: every line a front end sends passes here, is flushed at once and, on request,
//! written down.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The silence before a [spaced](Output::spaced_line) line. Some clients take what one read of
/// the pipe gives them for one line.
pub const GAP: Duration = Duration::from_millis(1);

/// Where a front end writes. There is one for each front end, and nobody else writes to the same
/// place.
pub struct Output {
    sink: Box<dyn Write + Send>,
    end: &'static [u8],
    transcript: Option<File>,
    last: Option<Instant>,
    open: bool,
    failure: Option<io::Error>,
}

impl Output {
    /// An output of lines of text into `sink`.
    pub fn new(sink: impl Write + Send + 'static) -> Output {
        Output::framed(sink, b"\n")
    }

    /// The same with each line ended by `end`.
    pub fn framed(sink: impl Write + Send + 'static, end: &'static [u8]) -> Output {
        Output {
            sink: Box::new(sink),
            end,
            transcript: None,
            last: None,
            open: true,
            failure: None,
        }
    }

    /// Writes a line, or several with line ends between them.
    pub fn line(&mut self, text: &str) {
        log::debug!(target: "ajeeb::wire", "> {text}");
        self.note('>', text);
        if !self.open {
            return;
        }
        let written = self
            .sink
            .write_all(text.as_bytes())
            .and_then(|()| self.sink.write_all(self.end))
            .and_then(|()| self.sink.flush());
        if let Err(error) = written {
            self.close(error);
        }
        self.last = Some(Instant::now());
    }

    /// Writes a line at least a millisecond after the one before.
    pub fn spaced_line(&mut self, text: &str) {
        if let Some(last) = self.last {
            thread::sleep(GAP.saturating_sub(last.elapsed()));
        }
        self.line(text);
    }

    /// Could a [spaced](Output::spaced_line) line be written now without waiting?
    pub fn is_quiet(&self) -> bool {
        self.last.is_none_or(|last| last.elapsed() >= GAP)
    }

    /// After a write that failed. It is no failure that the reader has gone.
    fn close(&mut self, error: io::Error) {
        self.open = false;
        if error.kind() == io::ErrorKind::BrokenPipe {
            log::info!("nobody reads the output any more: {error}");
        } else {
            self.failure = Some(error);
        }
    }

    /// False once a write has failed: nothing more is written.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Why the output could not be written, unless it was that the reader has gone.
    pub fn failure(&self) -> Option<&io::Error> {
        self.failure.as_ref()
    }

    /// From now on writes down both directions at the end of the file at `path`, or nowhere.
    ///
    /// # Errors
    /// If the file cannot be opened; nothing is written down then.
    pub fn set_transcript(&mut self, path: Option<&Path>) -> io::Result<()> {
        self.transcript = None;
        if let Some(path) = path {
            self.transcript = Some(OpenOptions::new().create(true).append(true).open(path)?);
        }
        Ok(())
    }

    /// Writes down a line that came in.
    pub fn received(&mut self, line: &str) {
        log::debug!(target: "ajeeb::wire", "< {line}");
        self.note('<', line);
    }

    /// One line of the transcript: seconds since 1970, the direction, the text.
    fn note(&mut self, direction: char, text: &str) {
        let Some(file) = &mut self.transcript else {
            return;
        };
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_secs_f64();
        let written = text.lines().try_for_each(|line| {
            file.write_all(format!("{now:.3} {direction} {line}\n").as_bytes())
        });
        if let Err(error) = written {
            log::warn!("the transcript cannot be written: {error}");
            self.transcript = None;
        }
    }
}
