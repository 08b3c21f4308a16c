//! The reader: bytes in, lines out, whatever the bytes are.

use std::io::{ErrorKind, Read};
use std::thread;

use crossbeam::channel::{Receiver, Sender, bounded};

/// The longest line kept whole, in bytes; the move list of a ten-thousand-ply game takes a
/// twentieth of it. Longer ones are dropped as they come, so that junk cannot fill the memory.
pub const MAX_LINE: usize = 4 << 20;

/// How a stream is cut into pieces.
#[derive(Clone, Copy, Debug)]
pub struct Framing {
    /// What ends a piece.
    pub end: u8,
    /// The longest piece kept, in bytes.
    pub longest: usize,
}

impl Framing {
    /// Lines of text.
    pub const LINES: Framing = Framing {
        end: b'\n',
        longest: MAX_LINE,
    };
}

/// Lines waiting to be worked on before the reader waits too.
const QUEUE: usize = 64;

/// What the reader saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line without its end; bytes that are no UTF-8 are replaced.
    Line(String),
    /// A line of more than [`MAX_LINE`] bytes, dropped.
    TooLong,
    /// No more will come: end of file, or the source failed.
    End,
}

/// Reads the lines of `source` to its end on a thread of its own. The thread ends with the
/// source, or at the next line after the receiver is gone.
pub fn read_lines(source: impl Read + Send + 'static) -> Receiver<Input> {
    read_framed(source, Framing::LINES)
}

/// The same for pieces of any kind, which are called lines here.
pub fn read_framed(source: impl Read + Send + 'static, framing: Framing) -> Receiver<Input> {
    let (sender, receiver) = bounded(QUEUE);
    thread::spawn(move || {
        // A receiver that is gone wants no end either.
        let _ = pump(source, framing, &sender);
    });
    receiver
}

/// The receiver has gone away.
struct Unwanted;

fn pump(mut source: impl Read, framing: Framing, sender: &Sender<Input>) -> Result<(), Unwanted> {
    let mut assembler = Assembler {
        framing,
        line: Vec::new(),
        too_long: false,
    };
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = match source.read(&mut buffer) {
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => 0,
        };
        if count == 0 {
            if let Some(input) = assembler.finish() {
                sender.send(input).map_err(|_| Unwanted)?;
            }
            return sender.send(Input::End).map_err(|_| Unwanted);
        }
        for input in assembler.push(buffer.get(..count).unwrap_or_default()) {
            sender.send(input).map_err(|_| Unwanted)?;
        }
    }
}

/// Cuts a stream of bytes into lines.
struct Assembler {
    framing: Framing,
    line: Vec<u8>,
    too_long: bool,
}

impl Assembler {
    /// The lines that `bytes` complete.
    fn push(&mut self, bytes: &[u8]) -> Vec<Input> {
        let mut inputs = Vec::new();
        let end = self.framing.end;
        let mut pieces = bytes.split(|&byte| byte == end).peekable();
        while let Some(piece) = pieces.next() {
            self.extend(piece);
            if pieces.peek().is_some() {
                inputs.push(self.take());
            }
        }
        inputs
    }

    /// The last line, if it had no end.
    fn finish(&mut self) -> Option<Input> {
        (self.too_long || !self.line.is_empty()).then(|| self.take())
    }

    fn extend(&mut self, piece: &[u8]) {
        if self.line.len() + piece.len() > self.framing.longest {
            self.too_long = true;
            self.line = Vec::new();
        }
        if !self.too_long {
            self.line.extend_from_slice(piece);
        }
    }

    fn take(&mut self) -> Input {
        if std::mem::take(&mut self.too_long) {
            return Input::TooLong;
        }
        let line = std::mem::take(&mut self.line);
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        Input::Line(String::from_utf8_lossy(line).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn read(bytes: &[u8]) -> Vec<Input> {
        read_lines(Cursor::new(bytes.to_vec())).iter().collect()
    }

    fn line(text: &str) -> Input {
        Input::Line(text.to_string())
    }

    #[test]
    fn a3_a9_lines_end_in_lf_or_cr_lf_and_come_in_order() {
        assert_eq!(
            read(b"uci\r\n\n  go depth 1\nquit"),
            [
                line("uci"),
                line(""),
                line("  go depth 1"),
                line("quit"),
                Input::End
            ]
        );
        assert_eq!(read(b""), [Input::End]);
    }

    #[test]
    fn a6_long_lines_are_kept_and_longer_junk_is_dropped() {
        let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(2500);
        let junk = "x".repeat(MAX_LINE + 1);
        let text = format!("{moves}\n{junk}\n{junk}{junk}\nisready\n{junk}");
        assert_eq!(
            read(text.as_bytes()),
            [
                line(&moves),
                Input::TooLong,
                Input::TooLong,
                line("isready"),
                Input::TooLong,
                Input::End
            ]
        );
    }

    #[test]
    fn a7_any_byte_is_survived() {
        let all: Vec<u8> = (0..=255).collect();
        let inputs = read(&all);
        assert!(matches!(
            &inputs[..],
            [Input::Line(_), Input::Line(_), Input::End]
        ));
        assert_eq!(read(b"\0uci\xff\n"), [line("\0uci\u{fffd}"), Input::End]);
    }
}
