//! An engine process, and a log of everything that passed between it and us.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What happened, in order; `at` counts from the start of the process.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    /// When.
    pub(crate) at: Duration,
    /// What.
    pub(crate) what: What,
}

/// One thing that passed between engine and client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A line to the engine.
    Sent(String),
    /// A line from the engine.
    Said(String),
    /// A line on its standard error.
    Muttered(String),
}

/// The events so far; readers can wait for more.
struct Log {
    start: Instant,
    events: Mutex<Vec<Event>>,
    grown: Condvar,
}

impl Log {
    fn add(&self, what: What) {
        let mut events = self.events.lock().expect("no thread panics with the log");
        let at = self.start.elapsed();
        events.push(Event { at, what });
        self.grown.notify_all();
    }
}

/// A running engine. Dropping it ends the process.
pub(crate) struct Engine {
    child: Child,
    input: Option<Sender<Vec<u8>>>,
    log: Arc<Log>,
    readers: Vec<JoinHandle<()>>,
    /// Events before this one have been waited for.
    seen: usize,
}

impl Engine {
    /// Starts `program` with `arguments`.
    pub(crate) fn start(program: &Path, arguments: &[&str]) -> Engine {
        let mut command = Command::new(program);
        command.args(arguments);
        Engine::spawn(command)
    }

    /// Starts a prepared command with all three streams connected.
    pub(crate) fn spawn(mut command: Command) -> Engine {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
        let log = Arc::new(Log {
            start: Instant::now(),
            events: Mutex::default(),
            grown: Condvar::new(),
        });
        let readers = vec![
            follow(child.stdout.take().expect("piped"), &log, What::Said),
            follow(child.stderr.take().expect("piped"), &log, What::Muttered),
        ];
        let input = feed(child.stdin.take().expect("piped"));
        Engine {
            child,
            input: Some(input),
            log,
            readers,
            seen: 0,
        }
    }

    /// Sends a line. Never blocks, even if the engine does not read.
    pub(crate) fn send(&mut self, line: &str) {
        self.log.add(What::Sent(line.to_owned()));
        self.write(format!("{line}\n").into_bytes());
    }

    /// Sends bytes as they are; the log shows them as lines.
    pub(crate) fn send_raw(&mut self, bytes: Vec<u8>) {
        for line in String::from_utf8_lossy(&bytes).lines() {
            self.log.add(What::Sent(line.to_owned()));
        }
        self.write(bytes);
    }

    fn write(&mut self, bytes: Vec<u8>) {
        if let Some(input) = &self.input {
            // An engine that has gone shows in its exit code, not here.
            let _ = input.send(bytes);
        }
    }

    /// Closes the engine's standard input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// The next output line that starts with `prefix` and has not been waited for, or `None` if
    /// it does not come within `patience`.
    pub(crate) fn wait(&mut self, prefix: &str, patience: Duration) -> Option<String> {
        let deadline = Instant::now() + patience;
        let mut events = self.log.events.lock().expect("no thread panics");
        loop {
            while let Some(event) = events.get(self.seen) {
                self.seen += 1;
                match &event.what {
                    What::Said(line) if line.starts_with(prefix) => return Some(line.clone()),
                    _ => {}
                }
            }
            let left = deadline.checked_duration_since(Instant::now())?;
            events = self
                .log
                .grown
                .wait_timeout(events, left)
                .expect("no panic")
                .0;
        }
    }

    /// Waits until what has happened satisfies `enough`; false if it does not within `patience`.
    pub(crate) fn wait_until(&self, enough: impl Fn(&[Event]) -> bool, patience: Duration) -> bool {
        let events = self.log.events.lock().expect("no thread panics");
        let waiting = |events: &mut Vec<Event>| !enough(events);
        let result = self.log.grown.wait_timeout_while(events, patience, waiting);
        !result.expect("no thread panics").1.timed_out()
    }

    /// How the process ended, with all its output logged, or `None` if it still runs after
    /// `patience`.
    pub(crate) fn wait_exit(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(status) = self.child.try_wait().expect("our own child") {
                for reader in self.readers.drain(..) {
                    reader.join().expect("no reader panics");
                }
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Everything so far.
    pub(crate) fn events(&self) -> Vec<Event> {
        self.log.events.lock().expect("no thread panics").clone()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Both fail only if the process has gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Logs each line of `stream` as it comes, in a thread that ends with the stream.
fn follow(
    stream: impl Read + Send + 'static,
    log: &Arc<Log>,
    kind: fn(String) -> What,
) -> JoinHandle<()> {
    let log = Arc::clone(log);
    thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        while matches!(stream.read_until(b'\n', &mut line), Ok(1..)) {
            let text = String::from_utf8_lossy(&line);
            log.add(kind(text.trim_end_matches(['\r', '\n']).to_owned()));
            line.clear();
        }
    })
}

/// A thread that writes what it is handed, and closes `stream` when the sender is dropped.
fn feed(mut stream: impl Write + Send + 'static) -> Sender<Vec<u8>> {
    let (sender, bytes) = mpsc::channel::<Vec<u8>>();
    thread::spawn(move || {
        for bytes in bytes {
            if stream
                .write_all(&bytes)
                .and_then(|()| stream.flush())
                .is_err()
            {
                break;
            }
        }
    });
    sender
}
