//! A client for tests: talks with a front end in this process, and waits for what it answers
//! instead of sleeping.

use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, unbounded};

/// So long may an answer take before a test gives up; far more than any should.
const PATIENCE: Duration = Duration::from_secs(120);

/// A conversation with a front end.
pub(crate) struct Talk {
    input: Sender<Vec<u8>>,
    output: Receiver<String>,
    front: JoinHandle<ExitCode>,
}

impl Talk {
    /// Starts the front end `run`.
    pub(crate) fn with(run: fn(Source, Sink) -> ExitCode) -> Talk {
        let (input, bytes) = unbounded();
        let (lines, output) = unbounded();
        let source = Source {
            bytes,
            rest: Vec::new(),
        };
        let sink = Sink {
            lines,
            line: Vec::new(),
        };
        Talk {
            input,
            output,
            front: thread::spawn(move || run(source, sink)),
        }
    }

    /// Sends lines, all in one piece.
    pub(crate) fn say(&self, text: &str) -> &Talk {
        self.input.send(format!("{text}\n").into_bytes()).unwrap();
        self
    }

    /// The lines up to the next one that begins with `prefix`.
    pub(crate) fn until(&self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("no '{prefix}' ({error}) after {lines:#?}"),
            }
            if lines.last().is_some_and(|line| line.starts_with(prefix)) {
                return lines;
            }
        }
    }

    /// The next line that begins with `prefix`.
    pub(crate) fn next(&self, prefix: &str) -> String {
        self.until(prefix).pop().unwrap()
    }

    /// Ends the input; the lines that still come. The front end must end well.
    pub(crate) fn close(mut self) -> Vec<String> {
        self.input = unbounded().0;
        self.end()
    }

    /// The lines that still come until the front end ends, which it must do well, by itself.
    pub(crate) fn end(self) -> Vec<String> {
        let Talk {
            input,
            output,
            front,
        } = self;
        let mut lines = Vec::new();
        loop {
            match output.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("no end after {lines:#?}"),
            }
        }
        drop(input);
        assert_eq!(
            format!("{:?}", front.join().unwrap()),
            format!("{:?}", ExitCode::SUCCESS)
        );
        lines
    }
}

/// How many of `lines` begin with `prefix`.
pub(crate) fn count(lines: &[String], prefix: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(prefix)).count()
}

/// What the front end reads.
pub(crate) struct Source {
    bytes: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.bytes.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// Where the front end writes.
pub(crate) struct Sink {
    lines: Sender<String>,
    line: Vec<u8>,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.line)).unwrap();
                self.lines
                    .send(line)
                    .map_err(|_| io::ErrorKind::BrokenPipe)?;
            } else {
                self.line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
