use std::time::Duration;

use super::grammar::{Line, quoted};
use crate::catalog::GameName;
use crate::eval_file::EvalFile;
use crate::session::excerpt;
use crate::settings::{Kind, OVERHEAD, OVERHEAD_RANGE, Value, ValueError};

/// The parameters, in the order they are declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Id {
    Variant,
    Threads,
    TableLog,
    Hash,
    Ponder,
    MoveOverhead,
    Book,
    BookPly,
    BookMargin,
    BitbaseSize,
    EvalFile,
}

struct Declared {
    id: Id,
    name: &'static str,
    kind: Kind,
}

/// The names of the variants, in the order of [`VARIANTS`].
const VARIANT_NAMES: &[&str] = &[
    "normal",
    "killer",
    "bt",
    "frisian",
    "losing",
    "russian",
    "brazilian",
];

/// The variants.
const VARIANTS: [GameName; 7] = [
    GameName::International,
    GameName::Killer,
    GameName::Breakthrough,
    GameName::Frisian,
    GameName::Losing,
    GameName::Russian,
    GameName::Brazilian,
];

/// The base-2 logarithm of a megabyte's table entries, of 16 bytes each.
const ENTRIES_LOG: u32 = 16;

/// Names as graphical interfaces know them. The books and bitbases are there because clients set
/// them; Ajeeb has no book, and its bitbases are built in.
const DECLARED: &[Declared] = &[
    Declared {
        id: Id::Variant,
        name: "variant",
        kind: Kind::Choice(VARIANT_NAMES),
    },
    Declared {
        id: Id::Threads,
        name: "threads",
        kind: Kind::Number { min: 1, max: 1024 },
    },
    Declared {
        id: Id::TableLog,
        name: "tt-size",
        kind: Kind::Number { min: 16, max: 36 },
    },
    Declared {
        id: Id::Hash,
        name: "hash",
        kind: Kind::Number {
            min: 1,
            max: 1 << 20,
        },
    },
    Declared {
        id: Id::Ponder,
        name: "ponder",
        kind: Kind::Check,
    },
    Declared {
        id: Id::MoveOverhead,
        name: "move-overhead",
        kind: OVERHEAD_RANGE,
    },
    Declared {
        id: Id::Book,
        name: "book",
        kind: Kind::Check,
    },
    Declared {
        id: Id::BookPly,
        name: "book-ply",
        kind: Kind::Number { min: 0, max: 100 },
    },
    Declared {
        id: Id::BookMargin,
        name: "book-margin",
        kind: Kind::Number { min: 0, max: 100 },
    },
    Declared {
        id: Id::BitbaseSize,
        name: "bb-size",
        kind: Kind::Number { min: 0, max: 7 },
    },
    Declared {
        id: Id::EvalFile,
        name: "eval-file",
        kind: Kind::Text,
    },
];

/// The values in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Params {
    pub(super) variant: GameName,
    pub(super) threads: usize,
    pub(super) megabytes: usize,
    ponder: bool,
    /// Time that a move loses between the client and the search.
    pub(super) overhead: Duration,
    book: bool,
    book_ply: i64,
    book_margin: i64,
    bitbase_size: i64,
    pub(super) eval_file: EvalFile,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            variant: GameName::International,
            threads: 1,
            megabytes: 16,
            ponder: true,
            overhead: OVERHEAD,
            book: false,
            book_ply: 4,
            book_margin: 4,
            bitbase_size: 4,
            eval_file: EvalFile::BuiltIn,
        }
    }
}

/// Why a `set-param` changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ParamError {
    #[error("set-param without a name")]
    NoName,
    #[error("no parameter is called '{0}'")]
    Unknown(String),
    #[error("parameter {name} {error}")]
    Value {
        name: &'static str,
        error: ValueError,
    },
}

impl Params {
    /// The lines that declare the parameters with their present values.
    pub(super) fn declarations(&self) -> impl Iterator<Item = String> {
        DECLARED.iter().map(|Declared { id, name, kind }| {
            let value = self.text(*id);
            let kind = match kind {
                Kind::Check => "type=bool".to_string(),
                Kind::Number { min, max } => format!("type=int min={min} max={max}"),
                Kind::Text | Kind::Button => "type=string".to_string(),
                Kind::Choice(words) => {
                    format!("type=enum values={}", quoted(&words.join(" ")))
                }
            };
            format!("param name={name} value={} {kind}", quoted(&value))
        })
    }

    fn text(&self, id: Id) -> String {
        match id {
            Id::Variant => self.variant.hub_name().unwrap_or_default().to_string(),
            Id::Threads => self.threads.to_string(),
            Id::TableLog => (self.megabytes.max(1).ilog2() + ENTRIES_LOG).to_string(),
            Id::Hash => self.megabytes.to_string(),
            Id::Ponder => self.ponder.to_string(),
            Id::MoveOverhead => self.overhead.as_millis().to_string(),
            Id::Book => self.book.to_string(),
            Id::BookPly => self.book_ply.to_string(),
            Id::BookMargin => self.book_margin.to_string(),
            Id::BitbaseSize => self.bitbase_size.to_string(),
            Id::EvalFile => self.eval_file.to_string(),
        }
    }

    /// These parameters with the change that `line`, a `set-param`, asks for.
    pub(super) fn changed(&self, line: &Line<'_>) -> Result<Params, ParamError> {
        let name = line.value("name").filter(|name| !name.is_empty());
        let name = name.ok_or(ParamError::NoName)?;
        let param = DECLARED
            .iter()
            .find(|param| param.name == name)
            .ok_or_else(|| ParamError::Unknown(excerpt(name)))?;
        let value = param
            .kind
            .read(line.value("value"))
            .map_err(|error| ParamError::Value {
                name: param.name,
                error,
            })?;
        let mut params = self.clone();
        match (param.id, value) {
            (Id::Variant, Value::Choice(index)) => {
                params.variant = VARIANTS.get(index).copied().unwrap_or(self.variant);
            }
            (Id::Threads, Value::Number(n)) => params.threads = n as usize,
            (Id::TableLog, Value::Number(n)) => {
                params.megabytes = 1 << (n - i64::from(ENTRIES_LOG))
            }
            (Id::Hash, Value::Number(n)) => params.megabytes = n as usize,
            (Id::Ponder, Value::Check(on)) => params.ponder = on,
            (Id::MoveOverhead, Value::Number(n)) => {
                params.overhead = Duration::from_millis(n.unsigned_abs());
            }
            (Id::Book, Value::Check(on)) => params.book = on,
            (Id::BookPly, Value::Number(n)) => params.book_ply = n,
            (Id::BookMargin, Value::Number(n)) => params.book_margin = n,
            (Id::BitbaseSize, Value::Number(n)) => params.bitbase_size = n,
            (Id::EvalFile, Value::Text(file)) => {
                let Ok(file) = file.parse();
                params.eval_file = file;
            }
            (id, _) => log::error!("parameter {id:?} has a value of another kind"),
        }
        Ok(params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(params: &Params, text: &str) -> Result<Params, ParamError> {
        params.changed(&Line::read(text).unwrap().unwrap())
    }

    #[test]
    fn b3_b6_declarations_have_the_usual_form() {
        let lines: Vec<String> = Params::default().declarations().collect();
        assert_eq!(
            lines[0],
            "param name=variant value=normal type=enum \
             values=\"normal killer bt frisian losing russian brazilian\""
        );
        assert_eq!(
            lines[1],
            "param name=threads value=1 type=int min=1 max=1024"
        );
        assert_eq!(
            lines[2],
            "param name=tt-size value=20 type=int min=16 max=36"
        );
        assert_eq!(
            lines[3],
            "param name=hash value=16 type=int min=1 max=1048576"
        );
        assert_eq!(lines[4], "param name=ponder value=true type=bool");
        assert_eq!(
            lines[5],
            "param name=move-overhead value=10 type=int min=0 max=5000"
        );
        for (variant, name) in VARIANTS.iter().zip(VARIANT_NAMES) {
            assert_eq!(variant.hub_name(), Some(*name));
        }
    }

    #[test]
    fn b7_values_can_be_set_again_and_again() {
        let params = change(&Params::default(), "set-param name=variant value=frisian").unwrap();
        assert_eq!(params.variant, GameName::Frisian);
        let params = change(&params, "set-param name=variant value=BT").unwrap();
        assert_eq!(params.variant, GameName::Breakthrough);
        let params = change(&params, "set-param name=tt-size value=24").unwrap();
        assert_eq!(params.megabytes, 256);
        let params = change(&params, "set-param name=hash value=100").unwrap();
        let params = change(&params, "set-param name=move-overhead value=200").unwrap();
        assert_eq!(params.overhead, Duration::from_millis(200));
        assert_eq!(
            (params.text(Id::TableLog), params.text(Id::Hash)),
            ("22".into(), "100".into())
        );
    }

    #[test]
    fn b8_what_cannot_be_used_is_named() {
        let error = |text| change(&Params::default(), text).unwrap_err();
        assert_eq!(error("set-param"), ParamError::NoName);
        assert_eq!(error("set-param value=3"), ParamError::NoName);
        assert_eq!(
            error("set-param name=frob value=1"),
            ParamError::Unknown("frob".into())
        );
        for text in [
            "set-param name=threads",
            "set-param name=threads value=",
            "set-param name=threads value=0",
            "set-param name=threads value=two",
            "set-param name=book value=\"my book file\"",
            "set-param name=variant value=chess",
        ] {
            assert!(matches!(error(text), ParamError::Value { .. }), "{text}");
        }
    }
}
