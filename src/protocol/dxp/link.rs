//! The connection with one opponent.

use std::io::{self, ErrorKind};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, bounded};

use super::message::{LONGEST, Message, PORT};
use crate::input::{Framing, Input, read_framed};
use crate::output::Output;

/// Messages end with a NUL.
const FRAMING: Framing = Framing {
    end: 0,
    longest: LONGEST,
};

/// A program that does not read for so long is gone; the game must not wait for it.
const WRITE_PATIENCE: Duration = Duration::from_secs(2);

/// Connections waiting to be looked at.
const QUEUE: usize = 16;

/// A connection. It is closed with this value.
pub struct Link {
    stream: TcpStream,
    output: Output,
    messages: Receiver<Input>,
    heard: Instant,
}

impl Link {
    /// Takes over a connection.
    ///
    /// # Errors
    /// If the system has no more handles.
    pub fn new(stream: TcpStream) -> io::Result<Link> {
        // Moves are short and must not wait for more.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_PATIENCE))?;
        Ok(Link {
            output: Output::framed(stream.try_clone()?, b"\0"),
            messages: read_framed(stream.try_clone()?, FRAMING),
            stream,
            heard: Instant::now(),
        })
    }

    /// Connects to `address`, which is `HOST`, `HOST:PORT` or `PORT`.
    ///
    /// # Errors
    /// What the system says.
    pub fn connect(address: &str) -> io::Result<Link> {
        Link::new(TcpStream::connect(complete(address))?)
    }

    /// What the opponent sends.
    pub fn messages(&self) -> &Receiver<Input> {
        &self.messages
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Message) {
        self.output.line(&message.to_string());
    }

    /// Notes a message that came in.
    pub fn received(&mut self, text: &str) {
        self.heard = Instant::now();
        self.output.received(text);
    }

    /// How long nothing has come in.
    pub fn silence(&self) -> Duration {
        self.heard.elapsed()
    }

    /// False once a write has failed.
    pub fn is_open(&self) -> bool {
        self.output.is_open()
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // Fails if the other side has closed it already. The reading thread ends with it.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// A place where opponents can connect.
pub struct Door {
    /// Where it is.
    pub address: SocketAddr,
    /// Who comes.
    pub arrivals: Receiver<TcpStream>,
}

impl Door {
    /// Listens at `address`, which is `HOST`, `HOST:PORT` or `PORT`; without a host on this
    /// machine only. A thread waits there as long as the program runs.
    ///
    /// # Errors
    /// What the system says, for instance that the port is taken.
    pub fn open(address: &str) -> io::Result<Door> {
        let listener =
            TcpListener::bind(&complete(address).to_socket_addrs()?.collect::<Vec<_>>()[..])?;
        let address = listener.local_addr()?;
        let (sender, arrivals) = bounded(QUEUE);
        thread::Builder::new()
            .name("listener".to_string())
            .spawn(move || {
                loop {
                    match listener.accept() {
                        Ok((stream, _)) => {
                            if sender.send(stream).is_err() {
                                return;
                            }
                        }
                        Err(error) if error.kind() == ErrorKind::Interrupted => {}
                        Err(error) => {
                            // Out of handles, most likely: they come back as connections end.
                            log::warn!("cannot accept a connection: {error}");
                            thread::sleep(Duration::from_millis(100));
                        }
                    }
                }
            })?;
        Ok(Door { address, arrivals })
    }
}

/// Fills in what an address leaves out: this machine, the usual port.
pub fn complete(address: &str) -> String {
    const HERE: &str = "127.0.0.1";
    let address = address.trim();
    let port = address.strip_prefix(':').unwrap_or(address);
    if port.parse::<u16>().is_ok() {
        return format!("{HERE}:{port}");
    }
    let (host, has_port) = match address.rsplit_once(':') {
        Some((host, port)) => (
            host,
            port.parse::<u16>().is_ok() && (!host.contains(':') || host.ends_with(']')),
        ),
        None => (address, false),
    };
    match (has_port, host.is_empty()) {
        (true, _) => address.to_string(),
        (false, true) => format!("{HERE}:{PORT}"),
        (false, false) if address.contains(':') && !address.starts_with('[') => {
            format!("[{address}]:{PORT}")
        }
        (false, false) => format!("{address}:{PORT}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_completed_on_this_machine() {
        for (short, long) in [
            ("", "127.0.0.1:27531"),
            ("4000", "127.0.0.1:4000"),
            (":4000", "127.0.0.1:4000"),
            ("localhost", "localhost:27531"),
            ("10.0.0.7:1", "10.0.0.7:1"),
            ("::1", "[::1]:27531"),
            ("[::1]", "[::1]:27531"),
            ("[::1]:4000", "[::1]:4000"),
        ] {
            assert_eq!(complete(short), long, "{short}");
        }
    }
}
