//! Whole conversations, first without a socket and then with one.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use ajeeb_base::Side;
use ajeeb_draughts::International;

use super::message::{Message, Request};
use super::{Action, DxpError, Endpoint, Manners, Meeting, Offers, Options, Place, run};
use crate::catalog::GameName;
use crate::eval_file::EvalFile;

const WHITE: &str = "R01Tester                          W005075A";
const BLACK: &str = "R01Tester                          Z005000A";
const SET_UP: &str = "R01Tester                          Z005000B\
    WeeeeeeeeeeeeeeeeezeeeeeeeeezeeeeweeeeeeeeeezeeeeeW";

/// An endpoint and the time, which passes only when told to.
struct Table {
    endpoint: Endpoint<International>,
    now: Instant,
}

fn manners() -> Manners {
    Manners {
        name: "Ajeeb".into(),
        ponder: false,
        takeback: true,
    }
}

impl Table {
    fn new() -> Table {
        Table::with(manners())
    }

    fn with(manners: Manners) -> Table {
        Table {
            endpoint: Endpoint::new(manners),
            now: Instant::now(),
        }
    }

    /// After the acceptance of a game, and the first second of it.
    fn in_game(request: &str) -> Table {
        let mut table = Table::new();
        table.say(request);
        table.pass(1000);
        table
    }

    fn pass(&mut self, milliseconds: u64) {
        self.now += Duration::from_millis(milliseconds);
    }

    fn say(&mut self, text: &str) -> Vec<String> {
        shown(self.endpoint.receive(text, self.now))
    }

    fn find(&mut self, best: &str, ponder: Option<&str>) -> Vec<String> {
        let ponder = ponder.map(str::to_string);
        shown(self.endpoint.found(best.into(), ponder, self.now))
    }
}

/// Actions in short: messages as they are sent, everything else by name; notes are left out.
fn shown(actions: Vec<Action>) -> Vec<String> {
    let shown = |action| match action {
        Action::Send(message) => Some(message.to_string()),
        Action::Think(task) => Some(format!(
            "think {:?} {:?} {}",
            task.moves,
            task.moves_to_go,
            task.left.as_millis()
        )),
        Action::Ponder(task) => Some(format!("ponder {:?}", task.moves)),
        Action::PonderHit => Some("hit".into()),
        Action::Halt => Some("halt".into()),
        Action::Begun(_) => Some("begun".into()),
        Action::Over(end) => Some(format!("over {:?}", end.reason)),
        Action::Idle => Some("idle".into()),
        Action::HangUp => Some("hang up".into()),
        Action::Note(_) => None,
    };
    actions.into_iter().filter_map(shown).collect()
}

const ACCEPTED: &str = "AAjeeb                           0";
const REFUSED: &str = "AAjeeb                           2";

#[test]
fn the_first_move_waits_for_the_acceptance_to_be_read() {
    let mut table = Table::new();
    assert_eq!(
        table.say(WHITE),
        [ACCEPTED, "begun", "think [] Some(75) 300000"]
    );
    table.pass(30);
    assert_eq!(table.find("32-28", None), [""; 0]);
    let wakes = table.endpoint.wakes_at().unwrap();
    assert_eq!(wakes - table.now, Duration::from_millis(80));
    assert_eq!(shown(table.endpoint.tick(table.now)), [""; 0]);
    table.pass(80);
    assert_eq!(shown(table.endpoint.tick(table.now)), ["M0000322800"]);
    // What that took is off the clock, and later moves are sent at once.
    assert_eq!(
        table.say("M0000192300"),
        [r#"think ["32-28", "19-23"] Some(74) 299890"#]
    );
    table.pass(1500);
    assert_eq!(table.find("28x19x23", None), ["M000128190123"]);
}

#[test]
fn a_first_move_that_waits_is_not_sent_into_a_game_that_is_over() {
    let mut table = Table::new();
    table.say(WHITE);
    table.find("32-28", None);
    assert_eq!(table.say("E00"), ["E00", "over Unknown", "idle"]);
    table.pass(1000);
    assert_eq!(table.endpoint.wakes_at(), None);
    assert_eq!(shown(table.endpoint.tick(table.now)), [""; 0]);
}

#[test]
fn black_waits_and_captures_come_in_any_order() {
    for capture in ["M00123313022818", "M00123313021828"] {
        let mut table = Table::new();
        assert_eq!(table.say(SET_UP), [ACCEPTED, "begun"]);
        let answer = table.say(capture);
        // The man on 44 is all that Black has left.
        assert_eq!(answer, [r#"think ["33x13x18x28"] None 300000"#]);
    }
}

#[test]
fn what_is_illegal_changes_nothing() {
    let mut table = Table::in_game(SET_UP);
    for (bad, chat) in [
        ("M0012331303281844", "Cerror: illegal move 33x13x18x28x44"),
        (
            "M00123322012",
            "Cerror: message of 12 characters, 13 expected",
        ),
        ("M0000011500", "Cerror: illegal move 1-15"),
        ("X123", "Cerror: unknown header 'X'"),
        ("", "Cerror: empty message"),
        (
            "AOther                           0",
            "Cerror: an answer to no request",
        ),
    ] {
        assert_eq!(table.say(bad), [chat]);
    }
    assert_eq!(shown(table.endpoint.dropped()).len(), 1);
    assert_eq!(table.say("CHello"), [""; 0]);
    assert_eq!(table.say("K0"), [""; 0]);
    assert_eq!(
        table.say("M00123313021828"),
        [r#"think ["33x13x18x28"] None 300000"#]
    );
    assert_eq!(table.say("M0000440000"), ["Cerror: not your turn"]);
}

#[test]
fn who_never_makes_sense_is_left() {
    let mut table = Table::new();
    assert_eq!(
        table.say("M0000322800"),
        ["Cerror: a move outside of a game"]
    );
    for _ in 2..100 {
        assert_eq!(table.say("?"), ["Cerror: unknown header '?'"]);
    }
    assert_eq!(table.say("?"), ["Cerror: unknown header '?'", "hang up"]);
}

#[test]
fn games_that_cannot_be_played_are_refused_and_others_awaited() {
    let mut table = Table::new();
    let version = WHITE.replace("R01", "R02");
    assert_eq!(table.say(&version), ["AAjeeb                           1"]);
    let blocked = "R01Tester                          W005075B\
        Weeeeeeeeeeeeeeeezeeezeeeeweeeeeeeeeeeeeeeeeeeeeeee";
    let crowd = format!("{}B{}", &WHITE[..42], "Ww".repeat(25) + "w");
    let men_on_the_last_row = format!("{}BW{}{}", &WHITE[..42], "w".repeat(25), "z".repeat(25));
    for request in [blocked, &crowd, &men_on_the_last_row, "R01x", &WHITE[..42]] {
        assert_eq!(table.say(request)[0], REFUSED, "{request}");
    }
    assert_eq!(table.say(WHITE)[0], ACCEPTED);
    assert_eq!(table.say(WHITE), [REFUSED, "Ca game is in progress"]);
}

#[test]
fn the_end_is_acknowledged_with_the_same_stop_code() {
    let mut table = Table::in_game(WHITE);
    assert_eq!(table.say("E20"), ["halt", "E00", "over Draw", "idle"]);
    assert_eq!(table.say("E20"), [""; 0]);
    assert_eq!(table.find("32-28", None), [""; 0]);
    assert_eq!(table.say(BLACK), [ACCEPTED, "begun"]);
    assert_eq!(table.say("E11"), ["E01", "over Win", "hang up"]);
    assert_eq!(table.say("E01"), ["hang up"]);
}

#[test]
fn a_side_that_cannot_move_says_so_once() {
    // White captures the last man.
    let last = format!(
        "{}BW{}zeeeew{}",
        &BLACK[..42],
        "e".repeat(27),
        "e".repeat(17)
    );
    let mut table = Table::new();
    assert_eq!(table.say(&last), [ACCEPTED, "begun"]);
    assert_eq!(table.say("M000033220128").len(), 2);
    assert!(!table.endpoint.playing());
    assert_eq!(table.say("E00"), ["idle"]);
    // An opponent that does not acknowledge the end may still go on.
    table.say(&last);
    assert_eq!(table.say("M000033220128"), ["E10", "over Loss"]);
    assert_eq!(table.say(WHITE)[0], ACCEPTED);
}

#[test]
fn the_limit_of_moves_ends_the_game() {
    let mut table = Table::in_game(&WHITE.replace("075", "001"));
    table.find("32-28", None);
    assert_eq!(table.say("M0000192300"), ["E00", "over Unknown"]);
}

#[test]
fn pondering_is_hit_or_halted() {
    let ponders = || {
        let mut table = Table::with(Manners {
            ponder: true,
            ..manners()
        });
        table.say(WHITE);
        table.pass(500);
        assert_eq!(
            table.find("32-28", Some("19-23")),
            ["M0000322800", r#"ponder ["32-28", "19-23"]"#]
        );
        table.pass(5000);
        table
    };
    let mut table = ponders();
    assert_eq!(table.say("M0000192300"), ["hit"]);
    table.pass(2000);
    assert_eq!(table.find("28x19x23", None), ["M000228190123"]);
    let mut table = ponders();
    assert_eq!(
        table.say("M0000182300"),
        ["halt", r#"think ["32-28", "18-23"] Some(74) 299500"#]
    );
    assert_eq!(ponders().say("E00")[0], "halt");
}

#[test]
fn moves_are_taken_back_where_that_is_possible() {
    let mut table = Table::in_game(WHITE);
    table.find("32-28", None);
    table.say("M0000192300");
    table.find("28x19x23", None);
    assert_eq!(table.say("B003W"), ["K2"], "the game has not been there");
    assert_eq!(table.say("B000W"), ["K2"]);
    assert_eq!(table.say("B001Z"), ["halt", "K0"]);
    assert_eq!(
        table.say("M0000182300"),
        [r#"think ["32-28", "18-23"] Some(74) 299000"#]
    );
    assert_eq!(
        table.say("B001W"),
        ["halt", "K0", "think [] Some(75) 299000"]
    );
    let mut table = Table::with(Manners {
        takeback: false,
        ..manners()
    });
    assert_eq!(table.say("B001W"), ["K2"], "there is no game");
    table.say(WHITE);
    assert_eq!(table.say("B001W"), ["K1"]);
}

#[test]
fn an_initiator_plays_the_other_colour() {
    let Ok(Message::Request(request)) = Message::read(WHITE) else {
        panic!()
    };
    let offered = |last| {
        let mut table = Table::new();
        assert_eq!(shown(table.endpoint.offer(request.clone(), last)), [WHITE]);
        table
    };
    let mut table = offered(true);
    assert_eq!(table.say(&ACCEPTED.replace("Ajeeb", "Other")), ["begun"]);
    assert_eq!(
        table.say("M0000322800"),
        [r#"think ["32-28"] Some(75) 300000"#]
    );
    assert_eq!(table.say("E10"), ["halt", "E00", "over Win", "hang up"]);
    let mut table = offered(false);
    assert_eq!(table.say(REFUSED), ["hang up"]);
    // Both offer: the one that is answered first counts.
    let mut table = offered(false);
    assert_eq!(table.say(BLACK), [ACCEPTED, "begun"]);
}

/// A client on a socket.
struct Client(TcpStream);

impl Client {
    fn connect(address: &str) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(120)))
            .unwrap();
        Client(stream)
    }

    fn say(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).unwrap();
    }

    /// The next message that is no chat; `None` if the connection is closed.
    fn hear(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut byte = [0];
        loop {
            if self.0.read(&mut byte).unwrap() == 0 {
                return None;
            }
            match byte[0] {
                0 if text.starts_with('C') => text.clear(),
                0 => return Some(text),
                other => text.push(char::from(other)),
            }
        }
    }
}

/// What `run` writes, line by line, to whoever waits for it.
struct Telling(crossbeam::channel::Sender<u8>);

impl Write for Telling {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        bytes.iter().for_each(|&byte| _ = self.0.send(byte));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Ajeeb at an address of its own, and what it says.
struct Served {
    thread: thread::JoinHandle<Result<(), DxpError>>,
    told: crossbeam::channel::Receiver<u8>,
}

impl Served {
    fn start(options: Options) -> Served {
        let (sender, told) = crossbeam::channel::unbounded();
        let thread = thread::spawn(move || run(&options, &mut Telling(sender)));
        Served { thread, told }
    }

    fn listen() -> (Served, String) {
        let served = Served::start(options(Place::Listen("0".into()), None));
        let line = served.line();
        let address = line.strip_prefix("listening at ").unwrap().to_string();
        (served, address)
    }

    fn line(&self) -> String {
        let bytes = std::iter::from_fn(|| self.told.recv_timeout(Duration::from_secs(120)).ok());
        let bytes: Vec<u8> = bytes.take_while(|&byte| byte != b'\n').collect();
        String::from_utf8(bytes).unwrap()
    }

    /// Everything said until the end, which must be a good one.
    fn end(self) -> Vec<String> {
        self.thread.join().unwrap().unwrap();
        let rest: Vec<u8> = self.told.iter().collect();
        let rest = String::from_utf8(rest).unwrap();
        rest.lines().map(str::to_string).collect()
    }
}

fn options(place: Place, offers: Option<Offers>) -> Options {
    Options {
        meeting: Meeting {
            variant: GameName::International,
            place,
            offers,
            manners: manners(),
            once: true,
        },
        threads: 1,
        megabytes: 1,
        eval_file: EvalFile::BuiltIn,
    }
}

#[test]
fn a_split_and_joined_stream_is_understood_and_an_end_stops_the_search() {
    let (served, address) = Served::listen();
    let mut client = Client::connect(&address);
    client.say(&WHITE.as_bytes()[..7]);
    client.say(&WHITE.as_bytes()[7..]);
    client.say(b"\0CHel");
    client.say(b"lo\0\0C\xe9\0");
    client.say(&[b'C'; 300]);
    client.say(b"\0E00\0");
    assert_eq!(client.hear().as_deref(), Some(ACCEPTED));
    assert_eq!(client.hear().as_deref(), Some("E00"));
    // No move comes after that: the next answer is the one to the next request.
    client.say(format!("{BLACK}\0E01\0").as_bytes());
    assert_eq!(client.hear().as_deref(), Some(ACCEPTED));
    assert_eq!(client.hear().as_deref(), Some("E01"));
    assert_eq!(client.hear(), None);
    served.end();
}

#[test]
fn one_opponent_at_a_time() {
    let (served, address) = Served::listen();
    let mut idle = Client::connect(&address);
    let mut first = Client::connect(&address);
    assert_eq!(idle.hear(), None, "who does not play gives way");
    first.say(format!("{BLACK}\0").as_bytes());
    assert_eq!(first.hear().as_deref(), Some(ACCEPTED));
    let mut second = Client::connect(&address);
    assert_eq!(second.hear(), None, "one game at a time");
    first.say(b"E01\0");
    assert_eq!(first.hear().as_deref(), Some("E01"));
    served.end();
}

#[test]
fn two_ajeebs_play_two_games() {
    let (follower, address) = Served::listen();
    let offers = Offers {
        games: 2,
        minutes: 0.02,
        moves: Some(40),
        side: Side::Black,
        fen: None,
    };
    let initiator = Served::start(options(Place::Connect(address), Some(offers)));
    let results = |lines: Vec<String>| -> Vec<String> {
        let results = lines
            .into_iter()
            .filter(|line| line.starts_with("game") && !line.ends_with("moves"));
        results.collect()
    };
    let (ours, theirs) = (results(initiator.end()), results(follower.end()));
    assert_eq!((ours.len(), theirs.len()), (2, 2), "{ours:?} {theirs:?}");
    for (ours, theirs) in ours.iter().zip(&theirs) {
        let mirrored = match ours {
            won if won.ends_with("won") => won.replace("won", "lost"),
            lost => lost.replace("lost", "won"),
        };
        assert_eq!(&mirrored, theirs);
    }
}

#[test]
fn what_cannot_be_served_is_said() {
    let refused = |options: &Options| run(options, &mut Vec::new()).unwrap_err().to_string();
    let mut russian = options(Place::Listen("0".into()), None);
    russian.meeting.variant = GameName::Russian;
    assert_eq!(
        refused(&russian),
        "DXP has a board of 50 squares: it cannot be used for russian"
    );
    let nowhere = options(Place::Listen("nowhere.invalid:1".into()), None);
    assert!(refused(&nowhere).starts_with("cannot listen at nowhere.invalid:1: "));
    let offers = Offers {
        games: 1,
        minutes: 1.0,
        moves: None,
        side: Side::White,
        fen: Some("W:W99".into()),
    };
    let bad_fen = options(Place::Connect("1".into()), Some(offers));
    assert!(refused(&bad_fen).starts_with("international: "));
}

#[test]
fn a_request_survives_the_way_there_and_back() {
    let request = Request {
        name: "Tester".into(),
        follower: Side::Black,
        minutes: 0.5,
        moves: None,
        board: None,
    };
    let text = Message::Request(request.clone()).to_string();
    assert_eq!(Message::read(&text), Ok(Message::Request(request)));
}
