//! Counting and sorting by place, for steps that show an order.

use std::cmp::Ordering;

use crate::op::{Obstacle, Reads, Rule};

/// 0, 1, 2, … below the operand.
pub(crate) static COUNT_FROM_ZERO: Rule = Rule {
    name: "count",
    template: "p < {0}",
    reads: Reads::All,
    value: |_, _, index| index.first().map_or(f64::NAN, |position| *position as f64),
    ..Rule::constant(Obstacle::Names)
};

/// The places 0 to `count` − 1, sorted by a comparison of what stands at two of them; equals keep their order.
pub(crate) fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|&left, &right| compare(left, right));
    places
}

#[cfg(test)]
mod tests {
    use super::order;

    #[test]
    fn equals_keep_their_order() {
        let values = [2, 1, 2, 0, 1, 2, 0];
        assert_eq!(order(values.len(), &|left, right| values[left].cmp(&values[right])), [3, 6, 1, 4, 0, 2, 5]);
        assert!(order(0, &|_, _| unreachable!("there is nothing to compare")).is_empty());
    }
}
