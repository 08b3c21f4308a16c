//! A program that is spoken to in lines: it never blocks us, and nothing it writes can.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::{self, Receiver, Sender};
use parking_lot::Mutex;

use super::{Fault, Spec};
use crate::interrupt::Interrupt;

/// Longer lines are cut here, in bytes: the longest sensible line of play is much shorter.
const LONGEST_LINE: u64 = 1 << 16;

/// Batches of lines that wait to be heard; a program that writes more without being asked waits.
const WAITING_BATCHES: usize = 1 << 10;

/// What an engine says about its search is told together with the answer, or when there are so
/// many lines of it: most of what a match costs is waking up for each.
const LARGEST_BATCH: usize = 64;

/// How long to wait for the rest of the error stream of a program that has ended. Programs that it
/// has started may keep that open.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// How long a program that has closed its output may take to end. It does so at once if it has
/// closed it by ending.
const LAST_BREATH: Duration = Duration::from_millis(200);

/// How often to look whether it has.
const PAUSE: Duration = Duration::from_millis(5);

/// A line, and when it was read.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) at: Instant,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// None came in time.
    Timeout,
    /// None can come any more: the program has closed its output.
    Closed,
    /// The user has interrupted us.
    Interrupted,
}

impl Silence {
    /// What that says about an engine that should have spoken, and that has been ended.
    pub(super) fn fault(self, patience: Duration, expected: &'static str, end: End) -> Fault {
        match (self, end) {
            (Silence::Interrupted, _) => Fault::Interrupted,
            // What it has started may have kept its output open.
            (Silence::Timeout | Silence::Closed, End::ByItself(status)) => Fault::Crash {
                status: status.to_string(),
                expected,
            },
            (Silence::Timeout, End::Forced) => Fault::Hang { patience, expected },
            (Silence::Closed, End::Forced) => Fault::BrokenOff { expected },
        }
    }
}

/// How a program came to its end.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// It had ended.
    ByItself(ExitStatus),
    /// It had not: we have ended it if it is ours.
    Forced,
}

/// A running program. It ends with this value, by force if it must.
pub(super) struct Process {
    child: Child,
    /// Is it still to be ended?
    alive: bool,
    input: Option<ChildStdin>,
    batches: Receiver<Vec<Line>>,
    /// Lines of the last batch that have not been heard yet.
    waiting: VecDeque<Line>,
    /// Disconnected when the error stream has been read to its end.
    errors: Receiver<Infallible>,
    tail: Tail,
    interrupt: Interrupt,
}

impl Process {
    /// Starts the program. Its output is read by threads of their own, so that a line's time is
    /// when it came and not when somebody looked.
    ///
    /// # Errors
    /// If the system cannot start it.
    pub(super) fn start(spec: &Spec, interrupt: &Interrupt) -> Result<Process, Fault> {
        // The system's error does not say which of the two it is about.
        if let Some(folder) = spec.folder.as_deref().filter(|folder| !folder.is_dir()) {
            return Err(Fault::Start(format!("no folder {}", folder.display())));
        }
        let described = |error| Fault::Start(format!("{}: {error}", spec.program.display()));
        Process::spawn(spec, interrupt).map_err(described)
    }

    fn spawn(spec: &Spec, interrupt: &Interrupt) -> io::Result<Process> {
        let mut command = Command::new(&spec.program);
        command.args(&spec.arguments);
        if let Some(folder) = &spec.folder {
            command.current_dir(folder);
        }
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        set_apart(&mut command);
        let mut child = command.spawn()?;
        let tail = Tail::default();
        let (sender, batches) = channel::bounded(WAITING_BATCHES);
        if let Some(output) = child.stdout.take() {
            let tail = tail.clone();
            thread::spawn(move || listen(output, &sender, &tail));
        }
        let (open, errors) = channel::bounded(0);
        if let Some(stream) = child.stderr.take() {
            let tail = tail.clone();
            thread::spawn(move || {
                each_line(stream, |text| {
                    tail.push('!', &text);
                    true
                });
                drop(open);
            });
        }
        let input = child.stdin.take();
        Ok(Process {
            child,
            alive: true,
            input,
            batches,
            waiting: VecDeque::new(),
            errors,
            tail,
            interrupt: interrupt.clone(),
        })
    }

    /// Sends lines in one write. A program that does not take them is one that has ended, which
    /// shows when its answer is waited for.
    ///
    /// The lines of a game fit into the system's pipe buffer, so that a program that does not
    /// read cannot stop us either before its missing answer does.
    pub(super) fn send(&mut self, lines: &str) {
        for line in lines.lines() {
            self.tail.push('>', line);
        }
        if let Some(input) = &mut self.input {
            let sent = input
                .write_all(format!("{lines}\n").as_bytes())
                .and_then(|()| input.flush());
            if sent.is_err() {
                self.input = None;
            }
        }
    }

    /// The next line, if it comes before `deadline`. A line about a search may come late, but with
    /// the time when it was read.
    pub(super) fn hear(&mut self, deadline: Instant) -> Result<Line, Silence> {
        loop {
            if let Some(line) = self.waiting.pop_front() {
                return Ok(line);
            }
            let batch = channel::select! {
                recv(self.batches) -> batch => batch.map_err(|_| Silence::Closed)?,
                recv(self.interrupt.channel()) -> _ => return Err(Silence::Interrupted),
                default(deadline.saturating_duration_since(Instant::now())) => {
                    return Err(Silence::Timeout)
                }
            };
            self.waiting.extend(batch);
        }
    }

    /// Shares the tail with whoever else speaks with this program.
    pub(super) fn shared_tail(&self) -> Tail {
        self.tail.clone()
    }

    /// The next line, unless the program ends or `patience`, counted from `asked`, does. Then the
    /// program is ended, if it was not.
    pub(super) fn expect(
        &mut self,
        asked: Instant,
        patience: Duration,
        expected: &'static str,
    ) -> Result<Line, Fault> {
        let silence = match self.hear(asked + patience) {
            Ok(line) if line.at <= asked + patience => return Ok(line),
            Ok(_) => Silence::Timeout,
            Err(silence) => silence,
        };
        Err(self.give_up(silence, patience, expected))
    }

    /// Ends the program if it has not ended, and tells what was wrong with its silence.
    pub(super) fn give_up(
        &mut self,
        silence: Silence,
        patience: Duration,
        expected: &'static str,
    ) -> Fault {
        let deadline = Instant::now() + LAST_BREATH;
        while silence == Silence::Closed && !has_ended(&mut self.child) && Instant::now() < deadline
        {
            thread::sleep(PAUSE);
        }
        let by_itself = has_ended(&mut self.child);
        let end = match self.kill() {
            Some(status) if by_itself => End::ByItself(status),
            _ => End::Forced,
        };
        silence.fault(patience, expected, end)
    }

    /// Drops lines that nobody has asked for.
    pub(super) fn forget_lines(&mut self) {
        self.waiting.clear();
        while self.batches.try_recv().is_ok() {}
    }

    /// The last lines of the conversation, each marked: `>` to the program, `<` from it, `!` from
    /// its error stream.
    pub(super) fn tail(&self) -> Vec<String> {
        self.tail.lines()
    }

    /// Ends the program if it has not ended, and all that it has started; tells how it ended.
    fn kill(&mut self) -> Option<ExitStatus> {
        if !std::mem::take(&mut self.alive) {
            return None;
        }
        self.input = None;
        kill_all(&mut self.child);
        let status = self.child.wait().ok();
        // Its last words may still be on their way.
        let _ = self.errors.recv_timeout(LAST_WORDS);
        status
    }

    /// Asks the program to end, and waits a little for it to do so.
    pub(super) fn quit(mut self, command: &str, patience: Duration) {
        self.send(command);
        self.input = None;
        let deadline = Instant::now() + patience;
        while self.batches.recv_deadline(deadline).is_ok() {}
    }
}

/// Puts a program into a process group of its own. A terminal's Ctrl-C then reaches us alone, or
/// its end would look like a crash; and what it starts can be ended with it.
fn set_apart(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(windows)]
    {
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        std::os::windows::process::CommandExt::creation_flags(command, CREATE_NEW_PROCESS_GROUP);
    }
}

/// Ends a program and its group. It has not been waited for yet, so its number is nobody else's.
/// Fails if all have ended already, which is just as well.
fn kill_all(child: &mut Child) {
    #[cfg(unix)]
    {
        let group = rustix::process::Pid::from_child(child);
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = child.kill();
}

/// Has a program ended? On Unix it remains to be waited for: until then its group keeps its number.
fn has_ended(child: &mut Child) -> bool {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(
            waitid(WaitId::Pid(Pid::from_child(child)), options),
            Ok(Some(_))
        )
    }
    #[cfg(not(unix))]
    matches!(child.try_wait(), Ok(Some(_)))
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Hands on what the program writes, until it ends or nobody listens.
fn listen(output: impl Read, batches: &Sender<Vec<Line>>, tail: &Tail) {
    let mut batch = Vec::new();
    each_line(output, |text| {
        let at = Instant::now();
        tail.push('<', &text);
        let can_wait = text.starts_with("info ");
        batch.push(Line { text, at });
        if can_wait && batch.len() < LARGEST_BATCH {
            return true;
        }
        batches.send(std::mem::take(&mut batch)).is_ok()
    });
    // Nobody may be there any more to hear the last words.
    let _ = batches.send(batch);
}

/// Calls `take` with each line, without its line end and with what is not UTF-8 replaced, as long
/// as it answers true.
fn each_line(stream: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut stream = BufReader::new(stream);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match stream
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)
        {
            Ok(read) if read > 0 => {}
            _ => return,
        }
        let text = String::from_utf8_lossy(&bytes);
        if !take(text.trim_end_matches(['\n', '\r']).to_owned()) {
            return;
        }
    }
}

/// The last lines of a conversation, shared by all who take part in it.
#[derive(Clone, Default)]
pub(super) struct Tail(Arc<Mutex<VecDeque<String>>>);

impl Tail {
    const LINES: usize = 10;
    const CHARACTERS: usize = 160;

    /// The lines, oldest first.
    pub(super) fn lines(&self) -> Vec<String> {
        self.0.lock().iter().cloned().collect()
    }

    /// Adds a line, shortened if it is long.
    pub(super) fn push(&self, mark: char, line: &str) {
        let shown: String = line
            .chars()
            .take(Self::CHARACTERS)
            .map(|c| if c.is_control() { '?' } else { c })
            .collect();
        let cut = if shown.len() < line.len() { " ..." } else { "" };
        let mut lines = self.0.lock();
        if lines.len() == Self::LINES {
            lines.pop_front();
        }
        lines.push_back(format!("{mark} {shown}{cut}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        each_line(bytes, |text| {
            lines.push(text);
            true
        });
        lines
    }

    #[test]
    fn any_bytes_become_lines() {
        assert_eq!(lines(b"a\r\n\nb"), ["a", "", "b"]);
        assert_eq!(lines(b"\xff\xfe\nx\n"), ["\u{fffd}\u{fffd}", "x"]);
        let long = vec![b'x'; 3 * LONGEST_LINE as usize / 2];
        let lengths: Vec<_> = lines(&long).iter().map(String::len).collect();
        assert_eq!(lengths, [LONGEST_LINE as usize, LONGEST_LINE as usize / 2]);
    }

    #[test]
    fn the_tail_keeps_the_last_lines_short_and_printable() {
        let tail = Tail::default();
        for number in 0..Tail::LINES + 3 {
            tail.push('<', &format!("line {number}\u{7}"));
        }
        tail.push('>', &"y".repeat(1000));
        let lines = tail.0.lock();
        assert_eq!(lines.len(), Tail::LINES);
        assert_eq!(lines[0], "< line 4?");
        assert!(lines[Tail::LINES - 1].ends_with("yyy ...") && lines[Tail::LINES - 1].len() < 170);
    }
}
