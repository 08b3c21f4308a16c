//! Tables that read well in a terminal, in a file and in a mail.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};

/// A table without rules.
pub(crate) fn plain(head: &[impl ToString]) -> Table {
    let mut table = Table::new();
    table
        .load_style(NOTHING)
        .set_header(head.iter().map(ToString::to_string));
    table
}

/// The table's lines: numbers to the right, names (the second column) to the left.
pub(crate) fn aligned(mut table: Table) -> String {
    for (index, column) in table.column_iter_mut().enumerate() {
        if index != 1 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines = table.to_string();
    lines
        .lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}
