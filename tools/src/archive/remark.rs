//! What comments say that programs write: `{+0.25/12 0.482s}`, as this one and other match
//! runners do, and commands such as `{[%eval 0.17] [%emt 0:00:01]}` of chess servers.

use std::time::Duration;

use ajeeb_base::Side;

use crate::engine::Verdict;

/// A comment taken apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Remark {
    /// The score for the side that has moved.
    pub(crate) score: Option<Verdict>,
    /// Depth in plies.
    pub(crate) depth: Option<u32>,
    /// The time that the move took.
    pub(crate) elapsed: Option<Duration>,
    /// Nodes searched.
    pub(crate) nodes: Option<u64>,
    /// Everything else.
    pub(crate) text: String,
}

impl Remark {
    /// Reads a comment on a move of `side`.
    pub(crate) fn read(comment: &str, side: Side) -> Remark {
        let mut remark = Remark::default();
        let mut words = Vec::new();
        for (command, word) in pieces(comment) {
            if command {
                remark.read_command(word, side);
            } else {
                words.extend(
                    word.split_whitespace()
                        .filter(|word| !remark.read_word(word)),
                );
            }
        }
        remark.text = words.join(" ");
        remark
    }

    /// Takes a word that is a score or a time.
    fn read_word(&mut self, word: &str) -> bool {
        let word = word.trim_end_matches(',');
        if let (None, Some((score, depth))) = (self.score, score_and_depth(word)) {
            (self.score, self.depth) = (Some(score), depth);
            return true;
        }
        if let (None, Some(nodes)) = (self.nodes, word.strip_prefix("n=")) {
            self.nodes = nodes.parse().ok();
            return self.nodes.is_some();
        }
        match seconds(word) {
            Some(elapsed) if self.elapsed.is_none() => {
                self.elapsed = Some(elapsed);
                true
            }
            _ => false,
        }
    }

    /// Takes `eval 0.17`, White's score, or `emt 0:00:01`, the elapsed move time. Others are of
    /// no use here.
    fn read_command(&mut self, command: &str, side: Side) {
        match command.split_whitespace().collect::<Vec<_>>()[..] {
            ["eval", value] => {
                let value = value.split(',').next().unwrap_or_default();
                let score = match value.strip_prefix('#') {
                    Some(moves) => moves.parse().ok().map(Verdict::Mate),
                    None => finite(value).map(Verdict::Units),
                };
                self.score = score.map(|score| match side {
                    Side::White => score,
                    Side::Black => reversed(score),
                });
            }
            ["emt", value] => self.elapsed = hours(value),
            _ => {}
        }
    }
}

/// The commands `[%...]` of a comment (true), and what is between them.
fn pieces(comment: &str) -> impl Iterator<Item = (bool, &str)> {
    comment.split("[%").enumerate().flat_map(|(index, piece)| {
        let (command, rest) = match piece.split_once(']') {
            Some((command, rest)) if index > 0 => (Some(command), rest),
            _ => (None, piece),
        };
        command
            .map(|command| (true, command))
            .into_iter()
            .chain([(false, rest)])
    })
}

/// Reads `+0.25/12`, `-M5/20` or `+0.25`.
fn score_and_depth(word: &str) -> Option<(Verdict, Option<u32>)> {
    if !word.starts_with(['+', '-', '0']) {
        return None;
    }
    let (score, depth) = match word.split_once('/') {
        Some((score, depth)) => (score, Some(depth.parse().ok()?)),
        None => (word, None),
    };
    let verdict = match score.replacen('M', "", 1) {
        moves if moves.len() < score.len() => Verdict::Mate(moves.parse().ok()?),
        units => Verdict::Units(finite(&units)?),
    };
    Some((verdict, depth))
}

/// Reads `0.482s` or `482ms`.
fn seconds(word: &str) -> Option<Duration> {
    let seconds = match word.strip_suffix("ms") {
        Some(milliseconds) => finite(milliseconds)? / 1e3,
        None => finite(word.strip_suffix('s')?)?,
    };
    Duration::try_from_secs_f64(seconds).ok()
}

/// Reads `0:01:02.5`.
fn hours(text: &str) -> Option<Duration> {
    let seconds = text
        .split(':')
        .try_fold(0.0, |sum, part| Some(60.0 * sum + finite(part)?))?;
    Duration::try_from_secs_f64(seconds).ok()
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

fn reversed(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Units(units) => Verdict::Units(-units),
        Verdict::Mate(moves) => Verdict::Mate(-moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(comment: &str) -> Remark {
        Remark::read(comment, Side::Black)
    }

    fn remark(score: Verdict, depth: Option<u32>, milliseconds: u64, text: &str) -> Remark {
        Remark {
            score: Some(score),
            depth,
            elapsed: Some(Duration::from_millis(milliseconds)),
            nodes: None,
            text: text.to_owned(),
        }
    }

    #[test]
    fn comments_of_match_runners() {
        let half = Verdict::Units(0.5);
        assert_eq!(read("+0.50/7 0.012s"), remark(half, Some(7), 12, ""));
        assert_eq!(
            read("-M5/20 3s, Black resigns"),
            remark(Verdict::Mate(-5), Some(20), 3000, "Black resigns")
        );
        assert_eq!(
            read("0.00/1 34ms stalemate"),
            remark(Verdict::Units(0.0), Some(1), 34, "stalemate")
        );
        assert_eq!(read("0.012s").elapsed, Some(Duration::from_millis(12)));
        let counted = read("+0.50/7 0.012s, n=3456 mate");
        assert_eq!((counted.nodes, counted.text.as_str()), (Some(3456), "mate"));
        assert_eq!(read("book").text, "book");
        assert_eq!(read("loses 0.5s late").text, "loses late");
    }

    #[test]
    fn commands_of_servers() {
        let remarks = read("fine [%eval -0.17] [%clk 0:03:00][%emt 0:01:02.5] move");
        assert_eq!(
            remarks,
            remark(Verdict::Units(0.17), None, 62_500, "fine move")
        );
        assert_eq!(
            Remark::read("[%eval #-3,20]", Side::White).score,
            Some(Verdict::Mate(-3))
        );
        assert_eq!(
            read("[%eval"),
            Remark {
                text: "eval".into(),
                ..Remark::default()
            }
        );
    }

    #[test]
    fn nonsense_is_text() {
        for text in [
            "+", "-/3", "+inf/3", "+MM/2", "s", "-1s x", "1e999s", "+0.3/-2",
        ] {
            let remark = read(text);
            assert!(
                remark.elapsed.is_none() && !remark.text.is_empty(),
                "{text}: {remark:?}"
            );
        }
    }
}
