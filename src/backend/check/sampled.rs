//! The choice of rows that are compared.

/// Chooses `count` rows of `rows`, or all if there are no more, ascending. The rows are cut into as many stretches of about equal length, and one is taken from
/// each: first and last row always, within a stretch by the golden ratio, so that no edge of a tile is always hit or always missed.
pub fn sampled(rows: usize, count: usize) -> impl Iterator<Item = usize> {
    let count = count.min(rows);
    let start = move |stretch: usize| (stretch as u64 * rows as u64 / count.max(1) as u64) as usize;
    (0..count).map(move |stretch| {
        let (first, end) = (start(stretch), start(stretch + 1));
        // The fraction of a multiple of the golden ratio, in 2⁻³².
        let fraction = (stretch as u64 * 0x9e37_79b9) & 0xffff_ffff;
        let within = ((fraction * (end - first) as u64) >> 32) as usize;
        if stretch + 1 == count && count > 1 { end - 1 } else { first + within }
    })
}

#[cfg(test)]
mod tests {
    use super::sampled;

    #[test]
    fn few_rows_are_all_looked_at() {
        assert_eq!(sampled(0, 8).count(), 0);
        for rows in 1..9 {
            assert_eq!(sampled(rows, 8).collect::<Vec<_>>(), (0..rows).collect::<Vec<_>>());
        }
    }

    #[test]
    fn of_many_rows_first_and_last_are_among_the_chosen_and_none_comes_twice() {
        for (rows, count) in [(9, 8), (1024, 32), (1025, 33), (169_343, 16), (usize::MAX >> 32, 64)] {
            let chosen: Vec<usize> = sampled(rows, count).collect();
            assert_eq!((chosen.len(), chosen[0], chosen[count - 1]), (count, 0, rows - 1));
            assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]), "{chosen:?}");
        }
        let residues: std::collections::BTreeSet<usize> = sampled(4096, 32).map(|row| row % 32).collect();
        assert!(residues.len() > 10, "{residues:?}");
    }
}
