use std::time::Duration;

use ajeeb_base::{Depth, Side};
use ajeeb_search::{Clock, Limits};

/// The arguments of `go`, as they came. Numbers that do not fit 64 bits are brought into range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// `searchmoves`.
    pub(super) only: Vec<String>,
    white: Times,
    black: Times,
    moves_to_go: Option<i64>,
    depth: Option<i64>,
    nodes: Option<i64>,
    move_time: Option<i64>,
    mate: Option<i64>,
    infinite: bool,
    pub(super) ponder: bool,
    /// `perft`: count positions instead of searching.
    pub(super) perft: Option<u32>,
}

/// One side's clock, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Times {
    left: Option<i64>,
    increment: Option<i64>,
}

/// The words that end a list of `searchmoves`.
const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "movetime",
    "mate",
    "infinite",
    "ponder",
    "perft",
];

impl Go {
    /// Reads the words after `go`. Unknown words are skipped; a keyword without a number, or
    /// with something else in its place, limits nothing.
    pub(super) fn read(text: &str) -> Go {
        let mut go = Go::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !KEYWORDS.contains(word)) {
                        go.only.push(mv.to_string());
                    }
                }
                _ if KEYWORDS.contains(&word) => {
                    let number = words.peek().and_then(|text| read_number(text));
                    if number.is_some() {
                        words.next();
                        go.set(word, number);
                    }
                }
                _ => {}
            }
        }
        go
    }

    fn set(&mut self, keyword: &str, number: Option<i64>) {
        match keyword {
            "wtime" => self.white.left = number,
            "btime" => self.black.left = number,
            "winc" => self.white.increment = number,
            "binc" => self.black.increment = number,
            "movestogo" => self.moves_to_go = number,
            "depth" => self.depth = number,
            "nodes" => self.nodes = number,
            "movetime" => self.move_time = number,
            "mate" => self.mate = number,
            "perft" => self.perft = number.and_then(|n| u32::try_from(n.max(0)).ok()),
            _ => {}
        }
    }

    /// Does nothing but a `stop` end this search?
    pub(super) fn is_endless(&self) -> bool {
        self.infinite
            || (self.depth.is_none()
                && self.nodes.is_none()
                && self.move_time.is_none()
                && self.white == Times::default()
                && self.black == Times::default())
    }

    /// The limits for a search with `side` to move and only these root moves.
    ///
    /// - Without any limit the search is endless, as with `infinite`.
    /// - A side's own clock counts; if only the other one is given, that one.
    /// - An increment without a time is the time for one move.
    /// - Nothing left, or less, means: move at once.
    pub(super) fn limits<M>(&self, side: Side, only: Vec<M>) -> Limits<M> {
        let (own, other) = match side {
            Side::White => (self.white, self.black),
            Side::Black => (self.black, self.white),
        };
        let times = if own == Times::default() { other } else { own };
        let increment = times.increment.map_or(Duration::ZERO, millis);
        let clock = times.left.map(|left| Clock {
            left: millis(left),
            increment,
            moves_to_go: self
                .moves_to_go
                .and_then(|moves| u32::try_from(moves).ok())
                .filter(|&moves| moves > 0),
        });
        let increment_alone = times.increment.filter(|_| clock.is_none()).map(millis);
        let move_time = self.move_time.map(millis);
        // A search for mate ends when it is found; being mated takes one ply more than mating.
        let endless = self.is_endless() && self.mate.is_none();
        Limits {
            depth: self.depth.map(|depth| {
                let most = Depth::MAX.plies();
                Depth::new(i32::try_from(depth).unwrap_or(most).clamp(1, most))
            }),
            nodes: self
                .nodes
                .map(|nodes| u64::try_from(nodes).unwrap_or(0).max(1)),
            move_time: move_time.into_iter().chain(increment_alone).min(),
            clock,
            forced_within: self
                .mate
                .map(|moves| u32::try_from(moves.max(0).saturating_mul(2)).unwrap_or(u32::MAX)),
            only,
            infinite: self.infinite || endless,
            ponder: self.ponder,
            ..Limits::default()
        }
    }
}

fn millis(number: i64) -> Duration {
    Duration::from_millis(u64::try_from(number).unwrap_or(0))
}

/// Reads a whole number; one that is too large or too small becomes the largest or smallest.
fn read_number(text: &str) -> Option<i64> {
    text.parse().ok().or_else(|| {
        let (negative, digits) = text
            .strip_prefix('-')
            .map_or((false, text), |digits| (true, digits));
        let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        all_digits.then_some(if negative { i64::MIN } else { i64::MAX })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str) -> Limits<u8> {
        Go::read(text).limits(Side::White, Vec::new())
    }

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn f1_f13_no_limit_means_endless() {
        for text in [
            "",
            "infinite",
            "infinite depth 3",
            "depth",
            "foo 3",
            "ponderhit",
        ] {
            assert!(limits(text).infinite, "{text}");
        }
        for text in [
            "depth 3",
            "nodes 1",
            "movetime 0",
            "mate 2",
            "wtime -1",
            "winc 5",
            "btime 9",
        ] {
            assert!(!limits(text).infinite, "{text}");
        }
        assert_eq!(limits("infinite depth 3").depth, Some(Depth::new(3)));
        // A bound on the length of mate alone does not promise an end.
        assert!(Go::read("mate 2").is_endless());
    }

    #[test]
    fn f2_any_order_and_unknown_words() {
        let one = Go::read("wtime 1000 btime 2000 foo 3 winc 10 movestogo 5 depth 7");
        let two = Go::read("depth 7 movestogo 5 bar winc 10 btime 2000 wtime 1000");
        assert_eq!(one, two);
        let clock = one.limits::<u8>(Side::Black, Vec::new()).clock;
        assert_eq!(
            clock,
            Some(Clock {
                left: ms(2000),
                increment: ms(0),
                moves_to_go: Some(5)
            })
        );
    }

    #[test]
    fn f3_searchmoves_end_at_the_next_keyword() {
        let go = Go::read("searchmoves e2e4 d2d4 nodes 500");
        assert_eq!(go.only, ["e2e4", "d2d4"]);
        assert_eq!(go.nodes, Some(500));
        assert_eq!(Go::read("infinite searchmoves").only, Vec::<String>::new());
    }

    #[test]
    fn f5_clocks_may_be_partial_zero_or_negative() {
        let left = |text| limits(text).clock.map(|clock| clock.left);
        assert_eq!(left("wtime 100"), Some(ms(100)));
        assert_eq!(left("wtime 0"), Some(ms(0)));
        assert_eq!(left("wtime -250 winc 0"), Some(ms(0)));
        assert_eq!(left("btime 300"), Some(ms(300)));
        assert_eq!(
            left("wtime 99999999999999999999"),
            Some(ms(i64::MAX as u64))
        );
        let increment_only = limits("winc 200 binc 200");
        assert_eq!(
            (increment_only.clock, increment_only.move_time),
            (None, Some(ms(200)))
        );
    }

    #[test]
    fn f7_a_bad_number_disables_its_limit_only() {
        let go = limits("wtime abc depth x nodes 100 movestogo 0 movetime");
        assert_eq!(
            (go.clock, go.depth, go.nodes, go.move_time),
            (None, None, Some(100), None)
        );
        assert!(!go.infinite);
        let go = limits("depth nodes 5");
        assert_eq!((go.depth, go.nodes), (None, Some(5)));
    }

    #[test]
    fn f12_mate_counts_moves() {
        assert_eq!(limits("mate 3").forced_within, Some(6));
        assert_eq!(limits("mate").forced_within, None);
        assert_eq!(limits("mate 99999999999999").forced_within, Some(u32::MAX));
    }

    #[test]
    fn f15_perft_depth() {
        assert_eq!(Go::read("perft 5").perft, Some(5));
        assert_eq!(Go::read("perft").perft, None);
        assert_eq!(Go::read("perft -1").perft, Some(0));
    }
}
