//! What the command line says about an engine.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::time::Duration;

use crate::clock::{self, Control, ControlError, Periods};

/// The language an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// The Universal Chess Interface, of April 2006.
    Uci,
    /// The Hub protocol for draughts, version 2.
    Hub,
    /// DXP (DamExchange) for draughts, on a socket.
    Dxp,
}

/// Where an engine on a socket is met; `{port}` in it is a free port of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Address {
    /// It waits there.
    Connect(String),
    /// It comes here.
    Listen(String),
}

impl Address {
    /// The address itself.
    pub(crate) fn text(&self) -> &str {
        match self {
            Address::Connect(text) | Address::Listen(text) => text,
        }
    }
}

/// An engine to be started.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    /// The name in reports.
    pub(crate) name: String,
    /// The program; empty if somebody else starts it.
    pub(crate) program: PathBuf,
    /// Its arguments.
    pub(crate) arguments: Vec<String>,
    /// The folder it runs in; ours if `None`.
    pub(crate) folder: Option<PathBuf>,
    /// What it speaks.
    pub(crate) protocol: Protocol,
    /// Where it is met, if it is on a socket and not at the usual port.
    pub(crate) address: Option<Address>,
    /// Options to set, in this order.
    pub(crate) options: Vec<(String, String)>,
    /// What limits its thinking.
    pub(crate) control: Control,
    /// How long to wait for it.
    pub(crate) patience: Patience,
}

/// How long an engine may be silent before it counts as hanging.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// For everything that is not a search.
    pub(crate) answer: Duration,
    /// For a move, beyond what the clock and the margin allow.
    pub(crate) late: Duration,
    /// For a move without any limit of time.
    pub(crate) search: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            answer: Duration::from_secs(10),
            late: Duration::from_secs(10),
            search: Duration::from_secs(300),
        }
    }
}

/// Why an engine's description cannot be used.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum SpecError {
    #[error("\"{0}\" is not of the form key=value")]
    NotAPair(String),
    #[error(
        "\"{0}\" is not known; known are name, cmd, args, dir, proto, connect, listen, option.NAME, tc, st, nodes, depth, nodestime, timemargin, hang"
    )]
    UnknownKey(String),
    #[error("\"{0}\" is no protocol: uci, hub or dxp")]
    UnknownProtocol(String),
    #[error(transparent)]
    Control(#[from] ControlError),
    #[error("the engine's name {0:?} has characters that cannot be written into records")]
    Name(String),
    #[error("an engine has no cmd=PROGRAM (or, for proto=dxp, connect= or listen=)")]
    NoProgram,
    #[error("{0} is not on a socket: connect= and listen= are for proto=dxp")]
    NoSocket(String),
    #[error("{0} needs a clock: DXP has no other limit than tc=")]
    NoClock(String),
    #[error("{0} has no limit: give it, or --each, tc=, st=, nodes= or depth=")]
    NoLimit(String),
}

impl Spec {
    /// Reads `key=value` items; later ones win, but options add up. `protocol` is the default.
    pub(crate) fn read<'a>(
        items: impl IntoIterator<Item = &'a str>,
        protocol: Protocol,
    ) -> Result<Spec, SpecError> {
        let mut spec = Spec {
            name: String::new(),
            program: PathBuf::new(),
            arguments: Vec::new(),
            folder: None,
            protocol,
            address: None,
            options: Vec::new(),
            control: Control::default(),
            patience: Patience::default(),
        };
        for item in items {
            let pair = item.split_once('=');
            let (key, value) = pair.ok_or_else(|| SpecError::NotAPair(item.to_owned()))?;
            spec.set(key, value)?;
        }
        if !spec.has_program() && spec.address.is_none() {
            return Err(SpecError::NoProgram);
        }
        if spec.name.is_empty() {
            let program = spec.program.file_stem().map(|name| name.to_string_lossy());
            let address = spec.address.as_ref().map(|address| address.text().into());
            spec.name = program.or(address).unwrap_or_default().into_owned();
        }
        if spec.name.contains(char::is_control) {
            return Err(SpecError::Name(spec.name));
        }
        if spec.protocol != Protocol::Dxp && spec.address.is_some() {
            return Err(SpecError::NoSocket(spec.name));
        }
        if spec.protocol == Protocol::Dxp && spec.control.clock.is_none() {
            return Err(SpecError::NoClock(spec.name));
        }
        if spec.control.is_empty() {
            return Err(SpecError::NoLimit(spec.name));
        }
        Ok(spec)
    }

    /// Do we start it? Otherwise somebody else has.
    pub(crate) fn has_program(&self) -> bool {
        !self.program.as_os_str().is_empty()
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let control = &mut self.control;
        match key {
            "name" => self.name = value.to_owned(),
            "cmd" => self.program = program(value),
            "args" => self.arguments = value.split_whitespace().map(str::to_owned).collect(),
            "dir" => self.folder = Some(value.into()),
            "proto" => self.protocol = read_protocol(value)?,
            "connect" => self.address = Some(Address::Connect(value.to_owned())),
            "listen" => self.address = Some(Address::Listen(value.to_owned())),
            "tc" => control.clock = Periods::read(value)?,
            "st" => control.move_time = Some(clock::read_seconds(value)?),
            "nodes" => control.nodes = Some(clock::read_count(value)?),
            "depth" => control.depth = Some(clock::read_count(value)?),
            "nodestime" => control.node_rate = Some(clock::read_count(value)?),
            "timemargin" => control.margin = clock::read_milliseconds(value)?,
            "hang" => self.patience.late = clock::read_seconds(value)?,
            _ => match key.strip_prefix("option.") {
                Some(name) => self.set_option(name, value),
                None => return Err(SpecError::UnknownKey(key.to_owned())),
            },
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) {
        self.options
            .retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), value.to_owned()));
    }
}

/// A name without a folder is looked up as the system does; a path is made independent of the
/// folder that the engine will run in.
fn program(text: &str) -> PathBuf {
    let path = Path::new(text);
    if text.contains(MAIN_SEPARATOR) {
        std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
    } else {
        path.to_owned()
    }
}

fn read_protocol(text: &str) -> Result<Protocol, SpecError> {
    match text {
        "uci" => Ok(Protocol::Uci),
        "hub" => Ok(Protocol::Hub),
        "dxp" => Ok(Protocol::Dxp),
        _ => Err(SpecError::UnknownProtocol(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(items: &[&str]) -> Result<Spec, SpecError> {
        Spec::read(items.iter().copied(), Protocol::Uci)
    }

    #[test]
    fn items_are_read_and_later_ones_win() {
        let spec = read(&[
            "tc=1+0.1",
            "option.Hash=16",
            "cmd=engine",
            "args=uci  --quiet",
            "option.hash=32",
            "option.Path=a b=c",
            "tc=2",
            "timemargin=20",
        ])
        .unwrap();
        assert_eq!(
            (spec.name.as_str(), spec.program.as_path()),
            ("engine", Path::new("engine"))
        );
        assert_eq!(spec.arguments, ["uci", "--quiet"]);
        assert_eq!(spec.control.to_string(), "2+0");
        assert_eq!(spec.control.margin, Duration::from_millis(20));
        let options = [("hash", "32"), ("Path", "a b=c")];
        assert_eq!(
            spec.options,
            options.map(|(name, value)| (name.into(), value.into()))
        );
    }

    #[test]
    fn what_cannot_be_used_is_named() {
        assert_eq!(read(&["tc=1"]).unwrap_err(), SpecError::NoProgram);
        assert_eq!(
            read(&["cmd=x"]).unwrap_err(),
            SpecError::NoLimit("x".into())
        );
        assert_eq!(
            read(&["cmd"]).unwrap_err(),
            SpecError::NotAPair("cmd".into())
        );
        assert_eq!(
            read(&["cdm=x"]).unwrap_err(),
            SpecError::UnknownKey("cdm".into())
        );
        assert_eq!(
            read(&["name=a\nc", "cmd=x", "depth=1"]).unwrap_err(),
            SpecError::Name("a\nc".into())
        );
        assert_eq!(
            read(&["proto=xboard"]).unwrap_err(),
            SpecError::UnknownProtocol("xboard".into())
        );
        assert!(matches!(
            read(&["nodes=-1"]).unwrap_err(),
            SpecError::Control(_)
        ));
    }
}
