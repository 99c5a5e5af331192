//! How the columns of a result are spread over invocations, where each row is a sum over a list of rows.
//!
//! ```text
//! 40 columns:      lane  0  1  2  …  31        a lane for each column, up to as many as most processors move in step;
//!                        0  1  2  …  31        then up to 4 columns a lane, so that neighboring lanes read neighboring numbers;
//!                       32 33 34  …            then further workgroups
//! ```
//!
//! A row of more than [`LONG`] entries, such as that of a hub, would delay its whole workgroup: all lanes of a workgroup share it.

/// How many entries a row may have before a workgroup shares it: as many as the workgroup has invocations, so that each team of lanes gets some.
pub(super) const LONG: usize = 256;

/// How many invocations a workgroup has.
const INVOCATIONS: usize = 64;
/// The most lanes that share a row.
const LANES: usize = 32;
/// The most columns that a lane keeps.
const COLUMNS: usize = 4;

/// Lanes over the columns of a result.
pub(super) struct Lanes {
    columns: usize,
    lanes: usize,
    per_lane: usize,
}

impl Lanes {
    /// Spreads so many columns.
    pub(super) fn over(columns: usize) -> Lanes {
        let lanes = columns.next_power_of_two().min(LANES);
        Lanes { columns, lanes, per_lane: columns.div_ceil(lanes).clamp(1, COLUMNS) }
    }

    /// How many rows a workgroup has.
    pub(super) fn rows(&self) -> usize {
        INVOCATIONS / self.lanes
    }

    /// The workgroups for so many rows.
    pub(super) fn groups(&self, rows: usize) -> [usize; 3] {
        [rows.div_ceil(self.rows()), self.columns.div_ceil(self.lanes * self.per_lane), 1]
    }

    /// The workgroups for so many long rows, one for each.
    pub(super) fn groups_of_long(&self, rows: usize) -> [usize; 3] {
        [rows, self.columns.div_ceil(self.lanes * self.per_lane), 1]
    }

    /// What a kernel calls the number of lanes, of columns of each, and of the most entries of a row that is not long.
    pub(super) fn constants(&self) -> [(&'static str, u32); 3] {
        [("LANES", self.lanes as u32), ("PER", self.per_lane as u32), ("LONG", LONG as u32)]
    }
}
