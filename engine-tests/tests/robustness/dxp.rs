//! Cases about DXP: messages on a socket instead of lines on a pipe.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use ajeeb_engine_tests::binary;
use libtest_mimic::{Failed, Trial};

/// Far longer than any answer should take.
const PATIENCE: Duration = Duration::from_secs(30);

/// The requests have a tenth of the cases' time, which nobody needs to wait for.
const WHITE: &str = "R01Tester                          W.10075A";
const BLACK: &str = "R01Tester                          Z.10000A";
const SET_UP: &str = "R01Tester                          Z.10000B\
    WeeeeeeeeeeeeeeeeezeeeeeeeeezeeeeweeeeeeeeeezeeeeeW";

/// The tests; each is named by the case it stands for.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("dxp-01", other_versions_are_refused),
        Trial::test("dxp-02", either_colour_and_any_position),
        Trial::test("dxp-03", moves_are_matched_as_sets),
        Trial::test("dxp-05", the_end_of_a_game_ends_the_search),
        Trial::test("dxp-06", junk_changes_nothing),
        Trial::test("dxp-07", unplayable_games_are_refused),
    ]
}

/// Ajeeb at an address of its own, and a connection to it.
struct Opponent {
    child: Child,
    stream: TcpStream,
}

impl Opponent {
    fn meet() -> Result<Opponent, Failed> {
        let mut child = Command::new(binary::path())
            .args(["dxp", "--listen", "127.0.0.1:0", "--once"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().ok_or("no output")?);
        output.read_line(&mut line)?;
        // Somebody has to read what else it says.
        std::thread::spawn(move || io::copy(&mut output, &mut io::sink()));
        let address = line.trim().strip_prefix("listening at ");
        let stream = TcpStream::connect(address.ok_or_else(|| format!("no address: {line}"))?)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Opponent { child, stream })
    }

    fn say(&mut self, message: impl AsRef<[u8]>) -> Result<(), Failed> {
        self.stream.write_all(message.as_ref())?;
        Ok(self.stream.write_all(b"\0")?)
    }

    /// The next message that is no chat.
    fn hear(&mut self) -> Result<String, Failed> {
        let mut text = Vec::new();
        loop {
            let mut byte = [0];
            self.stream.read_exact(&mut byte)?;
            match byte[0] {
                0 if text.first() == Some(&b'C') => text.clear(),
                0 => return Ok(String::from_utf8(text)?),
                other => text.push(other),
            }
        }
    }

    /// Says something, and hears what is expected.
    fn expect(&mut self, message: &str, expected: &str) -> Result<(), Failed> {
        self.say(message)?;
        let found = self.hear()?;
        if found == expected {
            Ok(())
        } else {
            Err(format!("to {message}: {found}, not {expected}").into())
        }
    }

    /// Says something, and hears a move.
    fn expect_move(&mut self, message: &str) -> Result<(), Failed> {
        self.say(message)?;
        let found = self.hear()?;
        if found.starts_with('M') {
            Ok(())
        } else {
            Err(format!("to {message}: {found}, not a move").into())
        }
    }

    /// Ends the game and the session; the program must end well.
    fn part(mut self) -> Result<(), Failed> {
        self.expect("E01", "E01")?;
        let mut rest = Vec::new();
        self.stream.read_to_end(&mut rest)?;
        let status = self.child.wait()?;
        if rest.is_empty() && status.success() {
            return Ok(());
        }
        Err(format!("after the end: {status}, and still said {rest:?}").into())
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        // Fails if it has ended, as it should have.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn answer(code: char) -> String {
    format!("A{:<32}{code}", "Ajeeb")
}

fn other_versions_are_refused() -> Result<(), Failed> {
    let mut ajeeb = Opponent::meet()?;
    ajeeb.expect(&WHITE.replace("R01", "R02"), &answer('1'))?;
    ajeeb.expect(BLACK, &answer('0'))?;
    ajeeb.part()
}

fn either_colour_and_any_position() -> Result<(), Failed> {
    let mut ajeeb = Opponent::meet()?;
    ajeeb.expect(WHITE, &answer('0'))?;
    let first = ajeeb.hear()?;
    if !first.starts_with('M') || first.len() != 11 {
        return Err(format!("the first move is {first}").into());
    }
    ajeeb.expect("E00", "E00")?;
    ajeeb.expect(SET_UP, &answer('0'))?;
    // It waits for our move: the end is all that comes.
    ajeeb.part()
}

fn moves_are_matched_as_sets() -> Result<(), Failed> {
    for capture in ["M00123313022818", "M00123313021828"] {
        let mut ajeeb = Opponent::meet()?;
        ajeeb.expect(SET_UP, &answer('0'))?;
        for illegal in ["M0012331303281844", "M00123322012"] {
            ajeeb.say(illegal)?;
        }
        ajeeb.expect_move(capture)?;
        ajeeb.part()?;
    }
    Ok(())
}

fn the_end_of_a_game_ends_the_search() -> Result<(), Failed> {
    let mut ajeeb = Opponent::meet()?;
    ajeeb.expect(WHITE, &answer('0'))?;
    // It has been to move since: no move comes between the answers.
    ajeeb.expect("E20", "E00")?;
    ajeeb.expect(WHITE, &answer('0'))?;
    ajeeb.expect("E00", "E00")?;
    ajeeb.expect(WHITE, &answer('0'))?;
    ajeeb.part()
}

fn junk_changes_nothing() -> Result<(), Failed> {
    let mut ajeeb = Opponent::meet()?;
    let junk = |ajeeb: &mut Opponent| -> Result<(), Failed> {
        for message in ["CHello", "X123", "", &format!("C{}", "x".repeat(300))] {
            ajeeb.say(message)?;
        }
        ajeeb.say(b"C\xe9")?;
        ajeeb.say(b"M\xff\xfe")
    };
    junk(&mut ajeeb)?;
    ajeeb.expect(WHITE, &answer('0'))?;
    junk(&mut ajeeb)?;
    let first = ajeeb.hear()?;
    if !first.starts_with('M') {
        return Err(format!("the search did not go on: {first}").into());
    }
    ajeeb.part()
}

fn unplayable_games_are_refused() -> Result<(), Failed> {
    let mut ajeeb = Opponent::meet()?;
    let blocked = "R01Tester                          W005075B\
        Weeeeeeeeeeeeeeeezeeezeeeeweeeeeeeeeeeeeeeeeeeeeeee";
    ajeeb.expect(blocked, &answer('2'))?;
    ajeeb.expect(BLACK, &answer('0'))?;
    ajeeb.part()
}
