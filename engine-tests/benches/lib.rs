//! Speed, measured by criterion: see the files beside this one, and `cargo bench`.
