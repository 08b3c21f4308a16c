//! One end of a connection: which messages mean what, and what they are answered with. No
//! sockets, no threads and no clock here: what happens comes in by method calls with their time,
//! and what is to be done goes out as [`Action`]s.

use std::time::{Duration, Instant};

use ajeeb_base::{Outcome, Side};
use ajeeb_draughts::{Draughts, Variant};
use ajeeb_game::{Notation, Record, Rules, Select};

use super::message::{
    Answer, AnswerCode, BackCode, End, EndReason, Message, MessageError, Moment, MoveMessage,
    Request,
};

/// Between accepting a game and the first move: some programs lose a move that arrives together
/// with the acceptance. A tenth of a second, and what the acceptance may take on its way.
const BREATH: Duration = Duration::from_millis(110);

/// After so many messages that make no sense there is nobody to play with.
const MOST_BAD: u32 = 100;

/// How this end behaves.
#[derive(Clone, Debug)]
pub struct Manners {
    /// The name it goes by.
    pub name: String,
    /// Does it think on the opponent's time?
    pub ponder: bool,
    /// Does it let the opponent take moves back?
    pub takeback: bool,
}

/// Something to be done. Actions are in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Send a message.
    Send(Message),
    /// Find a move, and call [`Endpoint::found`] with it. Every search before is off.
    Think(Task),
    /// Think on the opponent's time about this until [`Action::PonderHit`]. Its answer comes
    /// through [`Endpoint::found`] too.
    Ponder(Task),
    /// The expected move was played: now the clock of the search counts.
    PonderHit,
    /// Stop searching; the result is not wanted.
    Halt,
    /// A game has begun: tell the user.
    Begun(Request),
    /// A game is over: tell the user.
    Over(End),
    /// Something else that the user should know.
    Note(String),
    /// The game is over for both ends: the next one may be offered.
    Idle,
    /// No further game: close the connection.
    HangUp,
}

/// What to think about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The position the game started from, in the letters of the Hub protocol; the initial one
    /// if `None`.
    pub board: Option<String>,
    /// The moves since, in the Hub protocol's form.
    pub moves: Vec<String>,
    /// Time left for the rest of the game.
    pub left: Duration,
    /// Our moves until the limit of moves, if there is one.
    pub moves_to_go: Option<u32>,
}

/// One end of a connection that speaks DXP about the variant `V`.
#[derive(Debug)]
pub struct Endpoint<V: Variant> {
    manners: Manners,
    /// The game that we have offered and not been answered about.
    offered: Option<Request>,
    game: Option<Game<V>>,
    /// Is this the last game we want?
    last: bool,
    /// Messages that made no sense.
    bad: u32,
}

/// A game on the board.
#[derive(Debug)]
struct Game<V: Variant> {
    request: Request,
    ours: Side,
    record: Record<Draughts<V>>,
    moves: Vec<String>,
    left: Duration,
    phase: Phase,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Phase {
    /// We are to move and think, since this time.
    Ours(Instant),
    /// The first move is found and waits for its time.
    Held {
        best: String,
        ponder: Option<String>,
        since: Instant,
        until: Instant,
    },
    /// The opponent is to move; this is the move that we ponder on.
    Theirs(Option<String>),
    /// We have said that the game is over and wait for the answer.
    Ended,
}

impl<V: Variant> Endpoint<V> {
    /// An end without a game.
    pub fn new(manners: Manners) -> Endpoint<V> {
        Endpoint {
            manners,
            offered: None,
            game: None,
            last: false,
            bad: 0,
        }
    }

    /// Is a game being played?
    pub fn playing(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.phase != Phase::Ended)
    }

    /// When [`Endpoint::tick`] is to be called, if it is.
    pub fn wakes_at(&self) -> Option<Instant> {
        match self.game.as_ref()?.phase {
            Phase::Held { until, .. } => Some(until),
            _ => None,
        }
    }

    /// How long the opponent may be silent before it can be believed gone.
    pub fn patience(&self) -> Duration {
        const GRACE: Duration = Duration::from_secs(60);
        let minutes = self.game.as_ref().map_or(0.0, |game| game.request.minutes);
        GRACE + Duration::from_secs_f64(60.0 * minutes)
    }

    /// Offers a game, as the initiator. `last`: the session ends with it.
    pub fn offer(&mut self, request: Request, last: bool) -> Vec<Action> {
        self.last = last;
        self.offered = Some(request.clone());
        vec![Action::Send(Message::Request(request))]
    }

    /// Takes a message that arrived at the time `now`.
    pub fn receive(&mut self, text: &str, now: Instant) -> Vec<Action> {
        match Message::read(text) {
            Ok(Message::Request(request)) => self.requested(request, now),
            Ok(Message::Answer(answer)) => self.answered(&answer, now),
            Ok(Message::Move(mv)) => self.moved(&mv, now),
            Ok(Message::End(end)) => self.ended(end),
            Ok(Message::Chat(text)) => vec![Action::Note(format!("the opponent says: {text}"))],
            Ok(Message::Back(moment)) => self.back(moment, now),
            // We never ask for it.
            Ok(Message::BackAnswer(_)) => Vec::new(),
            Err(MessageError::Version(version)) => {
                let note = format!("refused a game: version {version}, 01 expected");
                vec![self.answer(AnswerCode::Version), Action::Note(note)]
            }
            Err(error) if text.starts_with('R') => self.refuse(&error.to_string()),
            Err(error) => self.complain(&error.to_string()),
        }
    }

    /// A message longer than the protocol allows was dropped.
    pub fn dropped(&mut self) -> Vec<Action> {
        self.complain("a message of more than 127 characters was dropped")
    }

    /// Takes the move that was found for the newest [`Action::Think`] or [`Action::Ponder`], in
    /// the Hub protocol's form, and the reply to ponder on.
    pub fn found(&mut self, best: String, ponder: Option<String>, now: Instant) -> Vec<Action> {
        let Some(game) = &mut self.game else {
            return Vec::new();
        };
        let Phase::Ours(since) = game.phase else {
            return Vec::new();
        };
        if game.moves.is_empty() && now < since + BREATH {
            let until = since + BREATH;
            game.phase = Phase::Held {
                best,
                ponder,
                since,
                until,
            };
            return Vec::new();
        }
        self.play(&best, ponder, since, now)
    }

    /// To be called at [`Endpoint::wakes_at`], or later.
    pub fn tick(&mut self, now: Instant) -> Vec<Action> {
        let Some(game) = &self.game else {
            return Vec::new();
        };
        match game.phase.clone() {
            Phase::Held {
                best,
                ponder,
                since,
                until,
            } if until <= now => self.play(&best, ponder, since, now),
            _ => Vec::new(),
        }
    }

    /// Plays our move.
    fn play(
        &mut self,
        best: &str,
        ponder: Option<String>,
        since: Instant,
        now: Instant,
    ) -> Vec<Action> {
        let Some(game) = &mut self.game else {
            return Vec::new();
        };
        let used = now.saturating_duration_since(since);
        game.left = game.left.saturating_sub(used);
        let seconds = u16::try_from(used.as_secs()).unwrap_or(u16::MAX);
        let message = MoveMessage::from_hub(best, seconds).filter(|mv| game.play(mv));
        let Some(message) = message else {
            // Whoever thinks for us is not able to play on.
            let mut actions = vec![Action::Note(format!("no legal move: '{best}'; resigned"))];
            actions.extend(self.end(EndReason::Loss));
            return actions;
        };
        let ponder = ponder.filter(|_| self.manners.ponder && game.record.ending().is_none());
        let mut actions = vec![Action::Send(Message::Move(message))];
        if let Some(reply) = &ponder {
            let mut task = game.task();
            task.moves.push(reply.clone());
            actions.push(Action::Ponder(task));
        }
        game.phase = Phase::Theirs(ponder);
        actions
    }

    /// The opponent wants to play.
    fn requested(&mut self, request: Request, now: Instant) -> Vec<Action> {
        // Some programs do not answer the end of a game.
        if self.playing() {
            return self.refuse("a game is in progress");
        }
        // Both ends want to begin: the offer that came second is dropped.
        self.offered = None;
        let ours = request.follower;
        match Game::<V>::set_up(request.clone(), ours, now) {
            Ok(game) => {
                self.game = Some(game);
                let mut actions = vec![self.answer(AnswerCode::Accepted), Action::Begun(request)];
                actions.extend(self.go_on(now));
                actions
            }
            Err(why) => self.refuse(&why),
        }
    }

    /// The opponent has answered our offer.
    fn answered(&mut self, answer: &Answer, now: Instant) -> Vec<Action> {
        let Some(request) = self.offered.take() else {
            return self.complain("an answer to no request");
        };
        if answer.code != AnswerCode::Accepted {
            let why = match answer.code {
                AnswerCode::Version => "it speaks another version",
                AnswerCode::Unwilling => "it wants no game",
                _ => "it does not want this game",
            };
            let note = Action::Note(format!("{} refuses: {why}", answer.name));
            return vec![note, Action::HangUp];
        }
        match Game::<V>::set_up(request.clone(), !request.follower, now) {
            Ok(game) => {
                self.game = Some(game);
                let note = Action::Note(format!("{} accepts", answer.name));
                let mut actions = vec![note, Action::Begun(request)];
                actions.extend(self.go_on(now));
                actions
            }
            Err(why) => vec![Action::Note(why), Action::HangUp],
        }
    }

    /// The opponent has moved.
    fn moved(&mut self, mv: &MoveMessage, now: Instant) -> Vec<Action> {
        let Some(game) = &mut self.game else {
            return self.complain("a move outside of a game");
        };
        let Phase::Theirs(ponder) = &game.phase else {
            return self.complain("not your turn");
        };
        let hit = ponder.as_deref() == Some(mv.hub().as_str());
        let pondered = ponder.is_some();
        if !game.play(mv) {
            return self.complain(&format!("illegal move {}", mv.hub()));
        }
        if hit && game.record.ending().is_none() {
            game.phase = Phase::Ours(now);
            return vec![Action::PonderHit];
        }
        let mut actions = Vec::new();
        if pondered {
            actions.push(Action::Halt);
        }
        actions.extend(self.go_on(now));
        actions
    }

    /// The opponent says that the game is over. The answer echoes the stop code.
    fn ended(&mut self, end: End) -> Vec<Action> {
        let Some(game) = self.game.take() else {
            return if end.stop {
                vec![Action::HangUp]
            } else {
                Vec::new()
            };
        };
        let mut actions = Vec::new();
        if game.phase != Phase::Ended {
            if matches!(game.phase, Phase::Ours(_) | Phase::Theirs(Some(_))) {
                actions.push(Action::Halt);
            }
            let answer = End {
                reason: EndReason::Unknown,
                stop: end.stop,
            };
            actions.push(Action::Send(Message::End(answer)));
            actions.push(Action::Over(End {
                reason: end.reason.reversed(),
                stop: end.stop,
            }));
        }
        actions.push(if end.stop || self.last {
            Action::HangUp
        } else {
            Action::Idle
        });
        actions
    }

    /// The opponent wants to go back.
    fn back(&mut self, moment: Moment, now: Instant) -> Vec<Action> {
        let refused = |code| vec![Action::Send(Message::BackAnswer(code))];
        let Some(game) = &mut self.game else {
            return refused(BackCode::Refused);
        };
        if !self.manners.takeback {
            return refused(BackCode::Unsupported);
        }
        if game.phase == Phase::Ended || !game.go_back(moment) {
            return refused(BackCode::Refused);
        }
        let mut actions = vec![
            Action::Halt,
            Action::Send(Message::BackAnswer(BackCode::Done)),
            Action::Note(format!("back to move {}", moment.number)),
        ];
        actions.extend(self.go_on(now));
        actions
    }

    /// Whose turn is it, and is there anything left to play?
    fn go_on(&mut self, now: Instant) -> Vec<Action> {
        let Some(game) = &mut self.game else {
            return Vec::new();
        };
        if game.side() != game.ours {
            game.phase = Phase::Theirs(None);
            return Vec::new();
        }
        game.phase = Phase::Ours(now);
        if let Some(ending) = game.record.ending() {
            let reason = match ending.outcome() {
                Outcome::Win => EndReason::Win,
                Outcome::Draw => EndReason::Draw,
                Outcome::Loss => EndReason::Loss,
            };
            return self.end(reason);
        }
        if game.moves_to_go() == Some(0) {
            return self.end(EndReason::Unknown);
        }
        vec![Action::Think(game.task())]
    }

    /// We say that the game is over.
    fn end(&mut self, reason: EndReason) -> Vec<Action> {
        if let Some(game) = &mut self.game {
            game.phase = Phase::Ended;
        }
        let end = End {
            reason,
            stop: self.last,
        };
        vec![Action::Send(Message::End(end)), Action::Over(end)]
    }

    /// Refuses a game but not the next.
    fn refuse(&self, why: &str) -> Vec<Action> {
        vec![
            self.answer(AnswerCode::Unacceptable),
            Action::Send(Message::Chat(why.to_string())),
            Action::Note(format!("refused a game: {why}")),
        ]
    }

    /// Tells the opponent, in the only form there is, what is wrong with its message.
    fn complain(&mut self, why: &str) -> Vec<Action> {
        self.bad += 1;
        let mut actions = vec![
            Action::Send(Message::Chat(format!("error: {why}"))),
            Action::Note(format!("a bad message: {why}")),
        ];
        if self.bad >= MOST_BAD {
            actions.push(Action::Note("too many bad messages".to_string()));
            actions.push(Action::HangUp);
        }
        actions
    }

    fn answer(&self, code: AnswerCode) -> Action {
        Action::Send(Message::Answer(Answer {
            name: self.manners.name.clone(),
            code,
        }))
    }
}

impl EndReason {
    /// The same end for the other side.
    pub const fn reversed(self) -> EndReason {
        match self {
            EndReason::Win => EndReason::Loss,
            EndReason::Loss => EndReason::Win,
            other => other,
        }
    }
}

impl<V: Variant> Game<V> {
    /// The game asked for, or why it cannot be played.
    fn set_up(request: Request, ours: Side, now: Instant) -> Result<Game<V>, String> {
        let start = match &request.board {
            None => Draughts::<V>::start(),
            Some(board) => Draughts::<V>::read_hub(board).map_err(|error| error.to_string())?,
        };
        let record = Record::new(start);
        if record.ending().is_some() {
            return Err("the game is over already".to_string());
        }
        Ok(Game {
            left: Duration::from_secs_f64(60.0 * request.minutes),
            request,
            ours,
            record,
            moves: Vec::new(),
            phase: Phase::Ours(now),
        })
    }

    fn side(&self) -> Side {
        Draughts::<V>::side(self.record.position())
    }

    /// Plays a move, if it is legal.
    fn play(&mut self, mv: &MoveMessage) -> bool {
        let (position, text) = (self.record.position(), mv.hub());
        let mut moves = <Draughts<V> as Rules>::Moves::default();
        Draughts::<V>::moves(position, Select::All, &mut moves);
        let wanted = |&mv: &_| Draughts::<V>::write_move(position, mv) == text;
        let Some(mv) = moves.iter().copied().find(wanted) else {
            return false;
        };
        self.record.play(mv);
        self.moves.push(text);
        true
    }

    /// Goes back to `moment`, if the game has been there.
    fn go_back(&mut self, moment: Moment) -> bool {
        let first = Draughts::<V>::side(self.record.start());
        let plies = (u64::from(moment.number) * 2 + u64::from(moment.side != first)).checked_sub(2);
        let plies = plies.and_then(|plies| usize::try_from(plies).ok());
        let Some(plies) = plies.filter(|&plies| plies <= self.moves.len()) else {
            return false;
        };
        let mut record = Record::new(*self.record.start());
        for &mv in self.record.moves().iter().take(plies) {
            record.play(mv);
        }
        self.record = record;
        self.moves.truncate(plies);
        true
    }

    /// Our moves that are left before the limit of moves.
    fn moves_to_go(&self) -> Option<u32> {
        let second = usize::from(Draughts::<V>::side(self.record.start()) != self.ours);
        let played = (self.moves.len() + 1 - second) / 2;
        let played = u32::try_from(played).unwrap_or(u32::MAX);
        self.request.moves.map(|moves| moves.saturating_sub(played))
    }

    fn task(&self) -> Task {
        Task {
            board: self.request.board.clone(),
            moves: self.moves.clone(),
            left: self.left,
            moves_to_go: self.moves_to_go(),
        }
    }
}
