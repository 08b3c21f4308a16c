//! The messages of DamExchange, version 01 (J. Krabbenbos and others, 1996; M. Mesander's
//! description): a header letter and fields of fixed width, 1 to 127 ASCII characters.

use std::fmt;

use ajeeb_base::Side;

/// The longest message, in bytes, without the NUL that ends it.
pub const LONGEST: usize = 127;

/// The port that programs listen on unless told otherwise.
pub const PORT: u16 = 27531;

const VERSION: &str = "01";
const NAME: usize = 32;
/// Squares of the board.
pub const SQUARES: usize = 50;

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// `R`: the initiator wants to play.
    Request(Request),
    /// `A`: the follower's answer.
    Answer(Answer),
    /// `M`: a move.
    Move(MoveMessage),
    /// `E`: the game is over.
    End(End),
    /// `C`: free text.
    Chat(String),
    /// `B`: the sender wants to go back to a point of the game.
    Back(Moment),
    /// `K`: the answer to that.
    BackAnswer(BackCode),
}

/// A game as the initiator wants it.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The initiator's name.
    pub name: String,
    /// The colour of the follower.
    pub follower: Side,
    /// Minutes for each player and the whole game.
    pub minutes: f64,
    /// Moves for each player, if there is a limit.
    pub moves: Option<u32>,
    /// The position in the letters of the Hub protocol; the initial one if `None`.
    pub board: Option<String>,
}

/// The follower's answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The follower's name.
    pub name: String,
    /// What it says.
    pub code: AnswerCode,
}

/// Does the follower play?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerCode {
    /// Yes.
    Accepted,
    /// It speaks another version of the protocol.
    Version,
    /// Not this game.
    Unacceptable,
    /// No game at all.
    Unwilling,
}

/// A move: captured men are a set, the way of a capture is not told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveMessage {
    /// Seconds used for it, for information.
    pub seconds: u16,
    /// The square it starts from, 1 to 50.
    pub from: u8,
    /// The square it ends on.
    pub to: u8,
    /// The squares captured, ascending.
    pub captured: Vec<u8>,
}

/// The end of a game, sent instead of a move, or as the answer to that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// How it ended.
    pub reason: EndReason,
    /// Does the sender want no further game?
    pub stop: bool,
}

/// How a game ended for the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The sender does not say.
    Unknown,
    /// The sender loses or resigns.
    Loss,
    /// A draw.
    Draw,
    /// The sender wins.
    Win,
}

/// A point of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The number of the move, the first being 1.
    pub number: u32,
    /// Who is to move there.
    pub side: Side,
}

/// The answer to a wish to go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackCode {
    /// Done.
    Done,
    /// The sender cannot do that at all.
    Unsupported,
    /// The game goes on from where it is.
    Refused,
}

/// Why a message was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// It is empty.
    #[error("empty message")]
    Empty,
    /// Its first letter is none of the protocol's.
    #[error("unknown header '{0}'")]
    Header(char),
    /// It is not as long as it must be.
    #[error("message of {found} characters, {expected} expected")]
    Length {
        /// What was expected.
        expected: usize,
        /// What came.
        found: usize,
    },
    /// A request in another version.
    #[error("version {0}, 01 expected")]
    Version(String),
    /// A field is not what it must be.
    #[error("{field} cannot be '{text}'")]
    Field {
        /// The field.
        field: &'static str,
        /// What it held.
        text: String,
    },
}

impl Message {
    /// Reads a message, without the NUL that ends it.
    ///
    /// # Errors
    /// If it is none of version 01; nothing else is wrong with what is returned than that its
    /// moves and positions may be impossible.
    pub fn read(text: &str) -> Result<Message, MessageError> {
        let fields = Fields(text);
        match text.chars().next().ok_or(MessageError::Empty)? {
            'R' => Request::read(fields).map(Message::Request),
            'A' => Answer::read(fields).map(Message::Answer),
            'M' => MoveMessage::read(fields).map(Message::Move),
            'E' => End::read(fields).map(Message::End),
            'C' => Ok(Message::Chat(text.chars().skip(1).collect())),
            'B' => Moment::read(fields).map(Message::Back),
            'K' => BackCode::read(fields).map(Message::BackAnswer),
            other => Err(MessageError::Header(other)),
        }
    }
}

impl fmt::Display for Message {
    /// Writes the message without the NUL that ends it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Request(request) => request.fmt(f),
            Message::Answer(answer) => {
                let code = match answer.code {
                    AnswerCode::Accepted => 0,
                    AnswerCode::Version => 1,
                    AnswerCode::Unacceptable => 2,
                    AnswerCode::Unwilling => 3,
                };
                write!(f, "A{:<NAME$}{code}", printable(&answer.name, NAME))
            }
            Message::Move(mv) => mv.fmt(f),
            Message::End(End { reason, stop }) => {
                let reason = match reason {
                    EndReason::Unknown => 0,
                    EndReason::Loss => 1,
                    EndReason::Draw => 2,
                    EndReason::Win => 3,
                };
                write!(f, "E{reason}{}", u8::from(*stop))
            }
            Message::Chat(text) => write!(f, "C{}", printable(text, LONGEST - 1)),
            Message::Back(Moment { number, side }) => {
                write!(f, "B{number:03}{}", side_letter(*side))
            }
            Message::BackAnswer(code) => write!(
                f,
                "K{}",
                match code {
                    BackCode::Done => 0,
                    BackCode::Unsupported => 1,
                    BackCode::Refused => 2,
                }
            ),
        }
    }
}

impl Request {
    fn read(fields: Fields<'_>) -> Result<Request, MessageError> {
        let version = fields.text(1, 2)?;
        if version != VERSION {
            return Err(MessageError::Version(version.to_string()));
        }
        let board = match fields.text(42, 1)? {
            "A" => None,
            "B" => {
                let letters: Option<String> =
                    fields.text(43, 1 + SQUARES)?.chars().map(to_hub).collect();
                Some(letters.ok_or_else(|| fields.wrong("the position", 43, 1 + SQUARES))?)
            }
            _ => return Err(fields.wrong("the start", 42, 1)),
        };
        Ok(Request {
            name: fields.text(3, NAME)?.trim().to_string(),
            follower: fields.side(35)?,
            minutes: fields.minutes(36, 3)?,
            moves: Some(fields.number("the number of moves", 39, 3)?).filter(|&moves| moves > 0),
            board,
        })
    }

    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "R{VERSION}{:<NAME$}{}{}{:03}",
            printable(&self.name, NAME),
            side_letter(self.follower),
            minutes_field(self.minutes),
            self.moves.unwrap_or(0).min(999),
        )?;
        match &self.board {
            None => f.write_str("A"),
            Some(board) => {
                let letters: String = board.chars().map(from_hub).collect();
                write!(f, "B{letters}")
            }
        }
    }
}

impl Answer {
    fn read(fields: Fields<'_>) -> Result<Answer, MessageError> {
        Ok(Answer {
            name: fields.text(1, NAME)?.trim().to_string(),
            code: match fields.text(1 + NAME, 1)? {
                "0" => AnswerCode::Accepted,
                "1" => AnswerCode::Version,
                "2" => AnswerCode::Unacceptable,
                "3" => AnswerCode::Unwilling,
                _ => return Err(fields.wrong("the answer", 1 + NAME, 1)),
            },
        })
    }
}

impl MoveMessage {
    /// The move as the Hub protocol writes it.
    pub fn hub(&self) -> String {
        let sign = if self.captured.is_empty() { '-' } else { 'x' };
        let mut text = format!("{}{sign}{}", self.from, self.to);
        for square in &self.captured {
            text += &format!("x{square}");
        }
        text
    }

    /// Reads what [`MoveMessage::hub`] writes; `None` if it is not that.
    pub fn from_hub(text: &str, seconds: u16) -> Option<MoveMessage> {
        let squares: Result<Vec<u8>, _> = text.split(['-', 'x']).map(str::parse).collect();
        let [from, to, captured @ ..] = &squares.ok()?[..] else {
            return None;
        };
        let mut captured = captured.to_vec();
        captured.sort_unstable();
        let two_digits = |square: &u8| (1..=99).contains(square);
        let all = captured.iter().chain([from, to]).all(two_digits);
        all.then_some(MoveMessage {
            seconds,
            from: *from,
            to: *to,
            captured,
        })
    }

    fn read(fields: Fields<'_>) -> Result<MoveMessage, MessageError> {
        let square = |at| fields.number("a square", at, 2);
        let count = usize::from(fields.number::<u8>("the number captured", 9, 2)?);
        fields.end(11 + 2 * count)?;
        let captured: Result<Vec<u8>, _> = (0..count).map(|n| square(11 + 2 * n)).collect();
        let mut captured = captured?;
        captured.sort_unstable();
        Ok(MoveMessage {
            // For information only: whatever it says, the move counts.
            seconds: fields.number("the time", 1, 4).unwrap_or(0),
            from: square(5)?,
            to: square(7)?,
            captured,
        })
    }

    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.captured.len();
        let seconds = self.seconds.min(9999);
        write!(f, "M{seconds:04}{:02}{:02}{count:02}", self.from, self.to)?;
        self.captured
            .iter()
            .try_for_each(|square| write!(f, "{square:02}"))
    }
}

impl End {
    fn read(fields: Fields<'_>) -> Result<End, MessageError> {
        Ok(End {
            reason: match fields.text(1, 1)? {
                "0" => EndReason::Unknown,
                "1" => EndReason::Loss,
                "2" => EndReason::Draw,
                "3" => EndReason::Win,
                _ => return Err(fields.wrong("the reason", 1, 1)),
            },
            stop: match fields.text(2, 1)? {
                "0" => false,
                "1" => true,
                _ => return Err(fields.wrong("the stop code", 2, 1)),
            },
        })
    }
}

impl Moment {
    fn read(fields: Fields<'_>) -> Result<Moment, MessageError> {
        Ok(Moment {
            number: fields.number("the number of the move", 1, 3)?,
            side: fields.side(4)?,
        })
    }
}

impl BackCode {
    fn read(fields: Fields<'_>) -> Result<BackCode, MessageError> {
        match fields.text(1, 1)? {
            "0" => Ok(BackCode::Done),
            "1" => Ok(BackCode::Unsupported),
            "2" => Ok(BackCode::Refused),
            _ => Err(fields.wrong("the answer", 1, 1)),
        }
    }
}

/// A message seen as fields: bytes from an offset on.
#[derive(Clone, Copy)]
struct Fields<'a>(&'a str);

impl<'a> Fields<'a> {
    fn text(self, at: usize, length: usize) -> Result<&'a str, MessageError> {
        self.0.get(at..at + length).ok_or(MessageError::Length {
            expected: at + length,
            found: self.0.len(),
        })
    }

    /// There is nothing from `at` on.
    fn end(self, at: usize) -> Result<(), MessageError> {
        if self.0.trim_end().len() > at {
            return Err(MessageError::Length {
                expected: at,
                found: self.0.len(),
            });
        }
        Ok(())
    }

    fn number<N: std::str::FromStr>(
        self,
        field: &'static str,
        at: usize,
        length: usize,
    ) -> Result<N, MessageError> {
        let text = self.text(at, length)?.trim();
        text.parse().map_err(|_| self.wrong(field, at, length))
    }

    /// Minutes, which some programs write with a decimal point.
    fn minutes(self, at: usize, length: usize) -> Result<f64, MessageError> {
        let text = self.text(at, length)?.trim().replace(',', ".");
        let minutes = text
            .parse()
            .ok()
            .filter(|minutes| *minutes >= 0.0 && *minutes < 1000.0);
        minutes.ok_or_else(|| self.wrong("the thinking time", at, length))
    }

    fn side(self, at: usize) -> Result<Side, MessageError> {
        match self.text(at, 1)? {
            "W" => Ok(Side::White),
            "Z" => Ok(Side::Black),
            _ => Err(self.wrong("the colour", at, 1)),
        }
    }

    fn wrong(self, field: &'static str, at: usize, length: usize) -> MessageError {
        let text = self.text(at, length).unwrap_or_default();
        MessageError::Field {
            field,
            text: text.to_string(),
        }
    }
}

const fn side_letter(side: Side) -> char {
    if side.is_white() { 'W' } else { 'Z' }
}

/// Black is `z` here (zwart) and `b` there.
const fn to_hub(letter: char) -> Option<char> {
    match letter {
        'z' => Some('b'),
        'Z' => Some('B'),
        'w' | 'W' | 'e' => Some(letter),
        _ => None,
    }
}

const fn from_hub(letter: char) -> char {
    match letter {
        'b' => 'z',
        'B' => 'Z',
        other => other,
    }
}

/// Three characters: whole minutes as every program reads them, else as many digits as fit,
/// rounded down, so that nobody believes to have more time than there is.
fn minutes_field(minutes: f64) -> String {
    // A fraction such as 4.2 is seldom exact: it may be a hair below what was meant.
    let hundredths = (minutes.clamp(0.0, 999.0) * 100.0 + 1e-6) as u32;
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    match (whole, rest) {
        (0, 1..) => format!(".{rest:02}"),
        (1..=9, 10..) => format!("{whole}.{}", rest / 10),
        _ => format!("{whole:03}"),
    }
}

/// At most `longest` characters, all of them printable ASCII.
fn printable(text: &str, longest: usize) -> String {
    text.trim_start()
        .chars()
        .map(|c| if matches!(c, ' '..='~') { c } else { '?' })
        .take(longest)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: &str = "R01Tester                          W005075A";

    fn read(text: &str) -> Message {
        Message::read(text).unwrap()
    }

    #[test]
    fn requests_are_read_and_written() {
        let Message::Request(request) = read(REQUEST) else {
            panic!()
        };
        let expected = Request {
            name: "Tester".into(),
            follower: Side::White,
            minutes: 5.0,
            moves: Some(75),
            board: None,
        };
        assert_eq!(request, expected);
        assert_eq!(Message::Request(request).to_string(), REQUEST);
        let board = "WeeeeeeeeeeeeeeeeezeeeeeeeeezeeeeweeeeeeeeeezeeeeeW";
        let set_up = format!("R01Tester                          Z.17000B{board}");
        let Message::Request(request) = read(&set_up) else {
            panic!()
        };
        assert_eq!((request.minutes, request.moves), (0.17, None));
        assert_eq!(
            request.board.as_deref(),
            Some(board.replace('z', "b").as_str())
        );
        assert_eq!(Message::Request(request).to_string(), set_up);
    }

    #[test]
    fn minutes_fit_three_characters() {
        let fields = [
            0.0, 0.17, 0.5, 0.999, 1.0, 1.5, 7.25, 9.96, 10.0, 12.5, 75.0, 1e6,
        ];
        let texts: Vec<_> = fields.map(minutes_field).into();
        assert_eq!(
            texts,
            [
                "000", ".17", ".50", ".99", "001", "1.5", "7.2", "9.9", "010", "012", "075", "999"
            ]
        );
    }

    #[test]
    fn moves_are_sets_of_captures() {
        let ascending = read("M00123313021828");
        assert_eq!(read("M00123313022818"), ascending);
        assert_eq!(ascending.to_string(), "M00123313021828");
        let Message::Move(mv) = ascending else {
            panic!()
        };
        assert_eq!(mv.hub(), "33x13x18x28");
        assert_eq!(MoveMessage::from_hub("33x13x28x18", 12), Some(mv));
        let Message::Move(quiet) = read("M0000322800") else {
            panic!()
        };
        assert_eq!(quiet.hub(), "32-28");
        assert_eq!(MoveMessage::from_hub("32-28", 0), Some(quiet));
        for wrong in ["", "32", "a-b", "0-5", "32-28-", "300-1"] {
            assert_eq!(MoveMessage::from_hub(wrong, 0), None, "{wrong}");
        }
    }

    #[test]
    fn short_messages_read_back() {
        for text in [
            "AAjeeb                           0",
            "AMoby Dam (Nov 30 2026)          3",
            "E10",
            "E01",
            "CHello",
            "B001W",
            "B012Z",
            "K0",
            "K2",
        ] {
            assert_eq!(read(text).to_string(), text);
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let long = format!("R02{}", &REQUEST[3..]);
        let errors = [
            ("", "empty message"),
            ("X123", "unknown header 'X'"),
            (long.as_str(), "version 02, 01 expected"),
            ("R01x", "message of 4 characters, 43 expected"),
            ("M00123322012", "message of 12 characters, 13 expected"),
            ("M00123322a1", "the number captured cannot be 'a1'"),
            ("M0000322800x", "message of 12 characters, 11 expected"),
            ("E40", "the reason cannot be '4'"),
            ("E1", "message of 2 characters, 3 expected"),
            ("B001X", "the colour cannot be 'X'"),
            ("K9", "the answer cannot be '9'"),
            ("Aé", "message of 3 characters, 33 expected"),
        ];
        for (text, error) in errors {
            let found = Message::read(text).unwrap_err().to_string();
            assert_eq!(found, error, "{text}");
        }
        let board = format!("{}B{}", &REQUEST[..42], "x".repeat(51));
        assert!(matches!(
            Message::read(&board),
            Err(MessageError::Field { .. })
        ));
    }

    #[test]
    fn nothing_that_is_sent_is_too_long_or_unprintable() {
        let chat = Message::Chat(format!("{}\u{e9}\0\n", "x".repeat(90))).to_string();
        assert!(chat.ends_with("x???"), "{chat}");
        let chat = Message::Chat("y".repeat(500)).to_string();
        assert_eq!(chat.len(), LONGEST);
        let answer = Answer {
            name: " \u{e9}n\u{e9} ".repeat(20),
            code: AnswerCode::Unwilling,
        };
        let answer = Message::Answer(answer).to_string();
        assert_eq!(answer.len(), 34);
        assert!(answer.starts_with("A?n?"));
    }
}
