//! What is on the page, and what a browser makes of it.

use std::ffi::OsStr;
use std::fs;
use std::process::Command;

use ajeeb_chess::Chess;
use ajeeb_draughts::{Draughts, Frisian};
use ajeeb_engine_tests::shared;
use tempfile::TempDir;

use super::*;

const CHESS: &str = r#"[Event "Names"]
[White "A <b> & \"c\""]
[Black "</script><script>alert(1)</script>"]
[Result "1-0"]
[Termination "Black loses on time, 12.3 ms late"]

1. e4 {+0.25/12 0.482s} e5 {-0.10/11 1.500s} 2. Nf3 {+M5/20 0.007s} d6 {</script>}
3. Nxe5 dxe5 {Black loses on time, 12.3 ms late} 1-0

[Event "Names"]
[White "B"]
[Black "A <b> & \"c\""]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "4k3/P7/8/8/8/8/7p/4K3 b - - 0 40"]
[Termination "adjudicated"]

40... h1=Q+ {-9.00/7 0.100s} 41. Kd2 {-9.00/7 0.100s} 1/2-1/2

"#;

const DRAUGHTS: &str = r#"[White "A"]
[Black "B"]
[Result "2-0"]
[GameType "40"]

1. 31-27 {+0.02/5 0.010s} 20-24 2. 34-30 {+0.04/9 0.020s} 24-29 2-0
"#;

/// Writes games and the page about them, and hands the folder and the page to `look`.
fn with_page<G: Arena>(name: &str, games: &str, look: impl FnOnce(&Path, &str)) {
    let folder = TempDir::new().expect("a folder");
    let (records, page) = (folder.path().join(name), folder.path().join("page.html"));
    fs::write(&records, games).expect("a file");
    let games = archive::read::<G>(&records).expect("games");
    write(&page, None, &games).expect("a page");
    let text = fs::read_to_string(&page).expect("a page");
    look(folder.path(), &text);
}

#[test]
fn a_page_is_whole_by_itself_and_names_are_only_names() {
    with_page::<Chess>("x.pgn", CHESS, |folder, page| {
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
        assert!(page.contains("<title>Names</title>") && page.contains("2 games of chess"));
        assert!(
            page.contains("A &lt;b&gt; &amp; &quot;c&quot;"),
            "names are escaped"
        );
        assert_eq!(
            page.matches("alert(1)").count(),
            page.matches("&gt;alert(1)&lt;").count() + 1
        );
        assert!(
            page.contains(r"\u003c/script>\u003cscript>alert(1)"),
            "in the data too"
        );
        assert_eq!(page.matches("<script").count(), 3, "two games, one script");
        for outside in ["src=", "http://", "https://", "@import", "url("] {
            let places = page
                .match_indices(outside)
                .map(|(at, _)| &page[at..at + 40]);
            // Names of XML dialects are no addresses.
            let loading: Vec<_> = places.filter(|text| !text.contains("www.w3.org")).collect();
            assert_eq!(loading, [""; 0], "{outside}");
        }
        let draft = fs::read_dir(folder).expect("a folder").count();
        assert_eq!(draft, 2, "nothing is left but the records and the page");
    });
}

#[test]
fn a_page_tells_what_happened() {
    with_page::<Chess>("x.pgn", CHESS, |_, page| {
        for part in [
            "Lost on time <b>1</b>",
            "Black loses on time, 12.3 ms late",
            "Results: 1 White wins, 1 draws, 0 Black wins",
            "Length of games, in moves",
            "id=\"crosstable\"",
            "1 won, 0 drawn, 0 lost",
            "Elo with 95% intervals",
        ] {
            assert!(page.contains(part), "{part} is missing");
        }
    });
    with_page::<Draughts<Frisian>>("x.pdn", DRAUGHTS, |_, page| {
        assert!(page.contains("1 game of frisian draughts, 2 players"));
        assert!(page.contains("data-columns=\"10\""));
        assert!(page.contains("None: no game was lost on time"));
        assert!(page.contains("mmmmmmmmmmmmmmmmmmmm..........MMMMMMMMMMMMMMMMMMMM"));
    });
}

#[test]
fn what_cannot_be_shown_is_an_error() {
    let folder = TempDir::new().expect("a folder");
    let nothing = write::<Chess>(&folder.path().join("page.html"), None, &[]);
    assert!(matches!(nothing, Err(PageError::NoGames)));
    let report = |text: &str, out: PathBuf| {
        let file = folder.path().join("games.pgn");
        fs::write(&file, text).expect("a file");
        let args = ReportArgs {
            files: vec![file],
            out,
            title: None,
            variant: None,
        };
        args.run().expect_err("no page").to_string()
    };
    let page = folder.path().join("page.html");
    assert_eq!(report("", page.clone()), "there are no games");
    let atomic = report("[Variant \"Atomic\"]\n\n*\n", page.clone());
    assert_eq!(atomic, "the games are of Atomic, which has no rules here");
    let nowhere = report("1. e4 *\n", folder.path().join("no/page.html"));
    assert!(nowhere.starts_with("cannot write "), "{nowhere}");
    assert!(!page.exists());
}

/// The browser, if there is one.
fn browser() -> Option<&'static str> {
    let found = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| {
            let version = Command::new(name).arg("--version").output();
            version.is_ok_and(|output| output.status.success())
        });
    if found.is_none() {
        shared::skip("there is no Chromium to load the page in");
    }
    found
}

/// What the browser answers about the page in `folder` at an address within it.
fn browse(browser: &str, folder: &Path, hash: &str, arguments: &[&OsStr]) -> String {
    let address = format!("file://{}{hash}", folder.join("page.html").display());
    let output = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ))
        .args(arguments)
        .arg(address)
        .output()
        .expect("the browser runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn dom(browser: &str, folder: &Path, hash: &str) -> String {
    browse(browser, folder, hash, &[OsStr::new("--dump-dom")])
}

#[test]
fn a_browser_replays_the_games() {
    let Some(browser) = browser() else { return };
    with_page::<Chess>("x.pgn", CHESS, |folder, _| {
        let start = dom(browser, folder, "");
        assert!(start.contains("Game 1, start"), "{start}");
        assert_eq!(start.matches("<use ").count(), 32);
        let later = dom(browser, folder, "#game=1&ply=3");
        assert!(later.contains("2. Nf3 · +M5 · depth 20 · 7 ms"), "{later}");
        assert!(
            later.contains("White: ") && later.contains("knight f3"),
            "{later}"
        );
        assert_eq!(later.matches("class=\"moved\"").count(), 2);
        let end = dom(browser, folder, "#game=1&ply=99");
        assert_eq!(end.matches("<use ").count(), 30);
        assert_eq!(
            end.matches("class=\"taken\"").count(),
            0,
            "it was taken where it arrived"
        );
        assert!(
            end.contains("Black loses on time, 12.3 ms late · 1-0"),
            "{end}"
        );
        let black_first = dom(browser, folder, "#game=2&ply=1");
        assert!(
            black_first.contains("40... h1=Q+ · +9.00 · depth 7 · 100 ms"),
            "{black_first}"
        );
        assert!(dom(browser, folder, "#game=77&ply=x").contains("Game 2, start"));
    });
    with_page::<Draughts<Frisian>>("x.pdn", DRAUGHTS, |folder, _| {
        let page = dom(browser, folder, "#game=1&ply=3");
        assert!(
            page.contains("2. 34-30 · +0.04 · depth 9 · 20 ms"),
            "{page}"
        );
        assert_eq!(page.matches("class=\"square-number\"").count(), 50);
        assert_eq!(page.matches("#draughts-M").count(), 40);
        let picture = folder.join("page.png");
        let mut screenshot = OsStr::new("--screenshot=").to_owned();
        screenshot.push(&picture);
        browse(
            browser,
            folder,
            "",
            &[&screenshot, OsStr::new("--window-size=1280,2400")],
        );
        let picture = fs::read(picture).expect("a screenshot");
        assert!(
            picture.starts_with(b"\x89PNG") && picture.len() > 20_000,
            "{} bytes",
            picture.len()
        );
    });
}
