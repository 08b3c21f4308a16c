use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use ajeeb_base::Depth;
use ajeeb_search::Limits;

/// How hard Ajeeb thinks when no clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Depth(Depth),
    Nodes(u64),
    Time(Duration),
}

impl Default for Level {
    fn default() -> Level {
        Level::Time(Duration::from_secs(1))
    }
}

impl Level {
    pub(super) fn limits<M>(self) -> Limits<M> {
        match self {
            Level::Depth(depth) => Limits {
                depth: Some(depth),
                ..Limits::default()
            },
            Level::Nodes(nodes) => Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
            Level::Time(time) => Limits {
                move_time: Some(time),
                ..Limits::default()
            },
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Depth(depth) => write!(f, "depth {}", depth.plies()),
            Level::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Level::Time(time) => write!(f, "time {}", time.as_secs_f64()),
        }
    }
}

impl FromStr for Level {
    type Err = String;

    /// Reads `depth 8`, `nodes 10000` or `time 2.5` (seconds).
    fn from_str(text: &str) -> Result<Level, String> {
        let (kind, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        let level = match kind {
            "depth" => plies(value).map(Level::Depth),
            "nodes" => value
                .parse()
                .ok()
                .filter(|&nodes| nodes > 0)
                .map(Level::Nodes),
            "time" => seconds(value).map(Level::Time),
            _ => None,
        };
        level.ok_or_else(|| "A level is depth 8, nodes 10000 or time 2.5 (seconds).".to_owned())
    }
}

fn plies(text: &str) -> Option<Depth> {
    let depth = Depth::new(text.parse().ok()?);
    (Depth::ONE..=Depth::MAX).contains(&depth).then_some(depth)
}

/// A number of seconds that makes sense: more than none, at most a day.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (seconds > 0.0 && seconds <= 86_400.0).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_read_back() {
        for text in ["depth 8", "nodes 10000", "time 2.5"] {
            assert_eq!(text.parse::<Level>().expect(text).to_string(), text);
        }
    }

    #[test]
    fn nonsense_is_no_level() {
        for text in [
            "",
            "depth",
            "depth 0",
            "depth 1000",
            "nodes -3",
            "time nan",
            "time -1",
            "time 1e300",
            "8",
        ] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
