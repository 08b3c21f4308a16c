//! Files that others read while they are written.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Replaces a file, so that a reader sees the old state or the new one and nothing between. A link
/// stays one: the file that it names is replaced. What is no file, a pipe or a device, is written
/// to.
pub(crate) fn write_whole(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    match Target::of(path) {
        Target::Stream => {
            // Some streams are files under another name, and may hold something already.
            let mut stream = OpenOptions::new().append(true).open(path)?;
            stream.write_all(contents.as_ref())
        }
        Target::File { path, now } => {
            let mut draft = draft(&path)?;
            draft.write_all(contents.as_ref())?;
            if let Some(now) = now {
                draft.as_file().set_permissions(now.permissions())?;
            }
            draft.persist(&path)?;
            Ok(())
        }
    }
}

/// Can [`write_whole`] write here? What is there now stays as it is.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    match Target::of(path) {
        // To open a pipe is to wait for its reader.
        Target::Stream => Ok(()),
        Target::File { path, .. } => draft(&path).map(drop),
    }
}

/// A file that an argument names, and how it is used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'a> {
    /// What names it: an option, say.
    pub(crate) by: &'a str,
    /// The file.
    pub(crate) path: &'a Path,
    /// Is it written?
    pub(crate) output: bool,
}

/// Two arguments that name one file, at least one of which writes it.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{first} and {second} name the same file: {}", path.display())]
pub(crate) struct Clash {
    first: String,
    second: String,
    path: PathBuf,
}

/// Refuses files that would be written over what another argument writes or reads.
///
/// # Errors
/// The first two that clash.
pub(crate) fn check_distinct(files: &[Named<'_>]) -> Result<(), Clash> {
    for (index, second) in files.iter().enumerate() {
        let clashes = |first: &&Named<'_>| {
            (first.output || second.output) && is_same_file(first.path, second.path)
        };
        if let Some(first) = files[..index].iter().find(clashes) {
            return Err(Clash {
                first: first.by.to_owned(),
                second: second.by.to_owned(),
                path: second.path.to_owned(),
            });
        }
    }
    Ok(())
}

/// Do both name one file, perhaps one that is not there yet?
fn is_same_file(first: &Path, second: &Path) -> bool {
    match (Target::of(first), Target::of(second)) {
        (Target::File { path: first, .. }, Target::File { path: second, .. }) => first == second,
        _ => false,
    }
}

/// What a path leads to.
enum Target {
    /// A file, or none yet: where it is, and what is there.
    File {
        path: PathBuf,
        now: Option<Metadata>,
    },
    /// Something that cannot be replaced.
    Stream,
}

impl Target {
    fn of(path: &Path) -> Target {
        let now = fs::metadata(path).ok();
        // There an open file has further names: /dev/stdout may lead to a regular one.
        let is_handle = cfg!(unix) && (path.starts_with("/dev") || path.starts_with("/proc"));
        match now {
            Some(now) if is_handle || !now.is_file() => Target::Stream,
            now => Target::File {
                path: resolved(path),
                now,
            },
        }
    }
}

/// The path of a file without links, also of one that is not there yet.
fn resolved(path: &Path) -> PathBuf {
    if let Ok(path) = fs::canonicalize(path) {
        return path;
    }
    let named = match fs::read_link(path) {
        Ok(link) => folder(path).join(link),
        Err(_) => path.to_owned(),
    };
    match (fs::canonicalize(folder(&named)), named.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => named,
    }
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// A file beside `path`, so that it can take its place; it is gone unless it does.
fn draft(path: &Path) -> io::Result<NamedTempFile<File>> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ajeeb-lab-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As for any new file: the system takes away what the user does not want.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // The error names the draft, which says nothing to the user.
    let draft = builder.tempfile_in(folder(path));
    draft.map_err(|error| match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::from(error.kind()),
    })
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn names(folder: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(folder.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a");
        fs::write(folder.path().join("a.new"), "mine").unwrap();
        check(&path).unwrap();
        assert_eq!(names(&folder), ["a.new"]);
        write_whole(&path, "one").unwrap();
        write_whole(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(names(&folder), ["a", "a.new"]);
        assert_eq!(
            fs::read_to_string(folder.path().join("a.new")).unwrap(),
            "mine"
        );
        let nowhere = folder.path().join("none/a");
        assert_eq!(check(&nowhere).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert!(write_whole(folder.path(), "x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_modes_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = TempDir::new().unwrap();
        let [file, link, early] = ["file", "link", "early"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("file", &link).unwrap();
        symlink("later", &early).unwrap();
        for link in [&link, &early] {
            write_whole(link, "new").unwrap();
            assert!(fs::symlink_metadata(link).unwrap().is_symlink());
            assert_eq!(fs::read_to_string(link).unwrap(), "new");
        }
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert_eq!(names(&folder), ["early", "file", "later", "link"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_written_to() {
        use std::os::unix::fs::FileTypeExt;
        let device = Path::new("/dev/full");
        check(device).unwrap();
        let error = write_whole(device, "x").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        let kind = fs::symlink_metadata(device).unwrap().file_type();
        assert!(kind.is_char_device());
    }

    fn named<'a>(by: &'a str, path: &'a Path, output: bool) -> Named<'a> {
        Named { by, path, output }
    }

    #[test]
    fn one_file_under_two_names_is_found() {
        let folder = TempDir::new().unwrap();
        let [there, new] = ["there", "new"].map(|name| folder.path().join(name));
        fs::write(&there, "").unwrap();
        for file in [&there, &new] {
            let again = folder.path().join(".").join(file.file_name().unwrap());
            let clash = check_distinct(&[
                named("--in", file, false),
                named("--also", file, false),
                named("--out", &again, true),
            ]);
            let text = clash.unwrap_err().to_string();
            assert!(
                text.starts_with("--in and --out name the same file: "),
                "{text}"
            );
        }
        let distinct = [named("--in", &there, false), named("--out", &new, true)];
        assert_eq!(check_distinct(&distinct), Ok(()));
        if cfg!(unix) {
            let nothing = Path::new("/dev/null");
            let both = [named("--a", nothing, true), named("--b", nothing, true)];
            assert_eq!(check_distinct(&both), Ok(()));
        }
    }
}
