//! What Ajeeb tells about itself, apart from what it plays.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use env_logger::{Builder, Env, Target};

/// Starts logging, once for the whole program: to the end of the file `path` everything from
/// `debug` on (all protocol lines too), or else warnings to standard error. `RUST_LOG` decides
/// otherwise.
///
/// # Errors
/// If the file cannot be opened; then nothing is logged.
pub fn init(path: Option<&Path>) -> io::Result<()> {
    let usual = if path.is_some() { "debug" } else { "warn" };
    let mut builder = Builder::from_env(Env::default().default_filter_or(usual));
    if let Some(path) = path {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        builder
            .target(Target::Pipe(Box::new(LogFile { file, told: false })))
            .format_timestamp_millis();
    }
    // Only a second call can fail, and the first one's choice stands.
    let _ = builder.try_init();
    Ok(())
}

/// A log that says so when it loses something: whoever writes to it ignores errors.
struct LogFile {
    file: File,
    told: bool,
}

impl LogFile {
    fn tell<T>(&mut self, written: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &written
            && !std::mem::replace(&mut self.told, true)
        {
            eprintln!("ajeeb: cannot write the log: {error}");
        }
        written
    }
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        self.tell(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        self.tell(flushed)
    }
}
