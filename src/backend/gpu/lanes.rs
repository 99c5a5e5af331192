//! How the columns of a result are spread over invocations, where each row is a sum over a list of rows.
//!
//! ```text
//! 40 columns:      lane  0  1  2  …  31        a lane for each column, up to as many as most processors move in step;
//!                        0  1  2  …  31        then up to 4 columns a lane, so that neighboring lanes read neighboring numbers;
//!                       32 33 34  …            then further workgroups
//! ```

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

    /// What a kernel calls the number of lanes, and of columns of each.
    pub(super) fn constants(&self) -> [(&'static str, u32); 2] {
        [("LANES", self.lanes as u32), ("PER", self.per_lane as u32)]
    }
}
