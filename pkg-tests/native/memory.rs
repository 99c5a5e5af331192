//! Memory, counted: the sparse form of a pattern never holds anything of size queries × keys.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use attograph::backend::Reference;
use attograph::catalog::{self, Arguments};
use attograph::random::{Distribution, tensor};

/// Hands out the system's memory and counts how much of it is in use.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static LARGEST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every request is passed on unchanged to the system's allocator; the counters allocate nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(in_use, Ordering::Relaxed);
        LARGEST.fetch_max(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise about the layout is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the pointer came from `alloc` above with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn window_attention_over_16384_tokens_allocates_far_less_than_one_byte_a_pair_of_tokens() {
    let n = 16_384;
    let part = |seed| tensor(&[n, 4], seed, Distribution::Normal, None).unwrap();
    let inputs = Arguments::new()
        .with("query", part(1))
        .with("key", part(2))
        .with("value", part(3))
        .with("window", 32.0)
        .with("form", "sparse");
    PEAK.store(IN_USE.load(Ordering::Relaxed), Ordering::Relaxed);
    LARGEST.store(0, Ordering::Relaxed);
    let found = catalog::evaluate("window-attention", &inputs, &Reference).unwrap();
    let (peak, largest) = (PEAK.load(Ordering::Relaxed), LARGEST.load(Ordering::Relaxed));

    let pairs = n * 33 - 16 * 17;
    assert_eq!(found.outputs["pairs"].shape(), [pairs, 2]);
    assert_eq!(found.outputs["output"].shape(), [n, 4]);
    assert!(largest <= 32 * pairs, "{largest} bytes at once"); // the list of pairs, and as much again to see that there is room
    assert!(peak < n * n / 2, "{peak} bytes in all, {} for one mask", n * n * 8);
    // The counters count: the list of pairs alone is 16 bytes a pair.
    assert!(peak > 16 * pairs, "{peak}");
}
