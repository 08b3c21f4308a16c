/// The FEN in a line of a position file: a FEN, an EPD with its operations, a perft line
/// (`FEN ;D1 20`), or a FEN followed by a tab and anything else.
pub(crate) fn fen(text: &str) -> String {
    let column = text.split('\t').next().unwrap_or_default();
    let words: Vec<&str> = column
        .split(';')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    match words.split_first_chunk::<4>() {
        Some((fields, rest)) if !fields[0].contains(':') => chess(fields, rest, column),
        _ => words.join(" "),
    }
}

/// A chess FEN of six fields, its counters from where the line has them: behind the four
/// `fields`, or in EPD operations, or nowhere.
fn chess(fields: &[&str; 4], rest: &[&str], line: &str) -> String {
    let counters = match rest {
        [half_moves, number, ..] if is_number(half_moves) && is_number(number) => {
            [*half_moves, *number]
        }
        [half_moves, ..] if is_number(half_moves) => [*half_moves, "1"],
        _ => [
            operand(line, "hmvc").unwrap_or("0"),
            operand(line, "fmvn").unwrap_or("1"),
        ],
    };
    [fields.as_slice(), &counters].concat().join(" ")
}

/// The number that the EPD operation `code` gives.
fn operand<'a>(line: &'a str, code: &str) -> Option<&'a str> {
    let mut words = line.split([' ', ';']).filter(|word| !word.is_empty());
    words.find(|&word| word == code)?;
    words.next().filter(|word| is_number(word))
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::fen;

    #[test]
    fn every_usual_line_gives_its_fen() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let cases = [
            ("", " 0 1"),
            (" 3 17", " 3 17"),
            (" 3", " 3 1"),
            (" ;D1 20 ;D2 400", " 0 1"),
            (" 0 1 ;D1 20", " 0 1"),
            (" hmvc 2; fmvn 9; ce 35;", " 2 9"),
            (" bm e4; id \"one\";", " 0 1"),
            (" bm e4; hmvc x;", " 0 1"),
        ];
        for (end, counters) in cases {
            assert_eq!(
                fen(&format!("{start}{end}")),
                format!("{start}{counters}"),
                "{end}"
            );
        }
    }

    #[test]
    fn draughts_lines_end_at_a_tab_or_semicolon() {
        assert_eq!(fen("W:W31-50:B1-20\t31-26 16-21"), "W:W31-50:B1-20");
        assert_eq!(fen("W:W28:B23 ;D1 2 ;src own"), "W:W28:B23");
        assert_eq!(fen("no position"), "no position");
    }
}
