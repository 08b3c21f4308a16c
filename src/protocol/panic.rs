//! The last words, should there ever be a need for them.

use std::panic;
use std::process;
use std::thread;

use parking_lot::Mutex;

/// The exit code after an internal error.
pub const EXIT_CODE: i32 = 101;

/// How much of a long line is worth keeping for a report, in characters.
const EXCERPT: usize = 400;

static CONTEXT: Mutex<Context> = Mutex::new(Context {
    command: String::new(),
    position: String::new(),
});

struct Context {
    command: String,
    position: String,
}

/// Remembers the command being worked on.
pub fn note_command(line: &str) {
    excerpt(&mut CONTEXT.lock().command, line);
}

/// Remembers the position being played.
pub fn note_position(fen: &str) {
    excerpt(&mut CONTEXT.lock().position, fen);
}

fn excerpt(target: &mut String, text: &str) {
    target.clear();
    target.extend(text.chars().take(EXCERPT));
}

/// From now on a panic on any thread says where it was and what it was asked, on standard error,
/// and ends the process with [`EXIT_CODE`]: a client sees at once that the engine is gone, and
/// its log has what a report needs.
pub fn install() {
    panic::set_hook(Box::new(|what| {
        // A panic while the context is being written must not wait for itself.
        let (command, position) = CONTEXT
            .try_lock()
            .map(|context| (context.command.clone(), context.position.clone()))
            .unwrap_or_default();
        eprintln!(
            "Ajeeb {} met an internal error and ends. Please report this:\n  {what}\n  thread: {}\n  \
             command: {command}\n  position: {position}",
            env!("CARGO_PKG_VERSION"),
            thread::current().name().unwrap_or("unnamed"),
        );
        process::exit(EXIT_CODE);
    }));
}
