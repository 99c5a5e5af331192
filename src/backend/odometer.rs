//! Counts through several axes at once.

/// Counts through all positions of some axes, slowest first, and keeps each operand's place up to date.
pub(super) struct Odometer<'a> {
    /// The lengths of the axes.
    pub(super) sizes: &'a [usize],
    /// For each operand, its strides along the axes.
    pub(super) strides: Vec<&'a [usize]>,
    position: Vec<usize>,
    /// For each operand, the place of the present position.
    pub(super) places: Vec<usize>,
}

impl<'a> Odometer<'a> {
    /// Starts at the first position, with every operand's place at 0.
    pub(super) fn new(sizes: &'a [usize], strides: Vec<&'a [usize]>) -> Odometer<'a> {
        Odometer { sizes, position: vec![0; sizes.len()], places: vec![0; strides.len()], strides }
    }

    /// How many positions there are.
    pub(super) fn count(&self) -> usize {
        self.sizes.iter().product()
    }

    /// Goes back to the first position, which lies at these places.
    pub(super) fn start(&mut self, places: impl Iterator<Item = usize>) {
        self.position.fill(0);
        for (place, start) in self.places.iter_mut().zip(places) {
            *place = start;
        }
    }

    /// Goes on to the next position; after the last comes the first.
    pub(super) fn advance(&mut self) {
        for (axis, &size) in self.sizes.iter().enumerate().rev() {
            let Some(position) = self.position.get_mut(axis) else { return };
            *position += 1;
            let turned_over = *position == size;
            let steps = if turned_over { std::mem::take(position) - 1 } else { 1 };
            for (place, strides) in self.places.iter_mut().zip(&self.strides) {
                let stride = strides.get(axis).copied().unwrap_or_default();
                if turned_over {
                    *place -= steps * stride;
                } else {
                    *place += stride;
                }
            }
            if !turned_over {
                return;
            }
        }
    }
}
