//! The last traces, by number, from which JavaScript reads cells.
//!
//! A trace that is no longer kept is recomputed from its inputs, which gives the same bits. So nothing depends on when JavaScript's garbage collector
//! runs, and a loop of any number of traces needs the memory of the last few.
//!
//! Numbers instead of objects: the TypeScript half replaces an instance that has trapped, and nothing may free into the old one.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::hint::black_box;
use std::rc::Rc;

use crate::trace::Trace;

/// How many traces are kept.
const TRACES: usize = 64;

/// How many bytes of numbers are kept; the newest trace is kept whatever its size.
const BYTES: usize = 1 << 25;

/// The size of a page of WebAssembly memory.
const PAGE: usize = 1 << 16;

/// The largest reservation, in bytes.
const RESERVE: usize = 1 << 24;

thread_local! {
    static KEPT: RefCell<Kept> = const { RefCell::new(Kept::new()) };
}

/// The kept traces, the newest last.
struct Kept {
    traces: VecDeque<(u64, Rc<Trace>)>,
    bytes: usize,
    next: u64,
    /// The size of the memory in pages after the last reservation.
    pages: usize,
}

impl Kept {
    const fn new() -> Kept {
        Kept { traces: VecDeque::new(), bytes: 0, next: 0, pages: 0 }
    }

    fn add(&mut self, trace: Rc<Trace>) -> u64 {
        let number = self.next;
        self.next += 1;
        self.bytes += bytes(&trace);
        self.traces.push_back((number, trace));
        while self.traces.len() > 1 && (self.traces.len() > TRACES || self.bytes > BYTES) {
            if let Some((_, oldest)) = self.traces.pop_front() {
                self.bytes -= bytes(&oldest);
            }
        }
        number
    }

    /// Reserves memory if it has grown, so that it grows in few large steps: after each growth JavaScript's garbage collector runs.
    fn reserve(&mut self) {
        let pages = core::arch::wasm32::memory_size(0);
        if pages > self.pages {
            let mut room: Vec<u8> = Vec::new();
            // The allocator keeps what is freed. A reservation that fails is not an error.
            let _ = room.try_reserve_exact((pages * PAGE / 2).min(RESERVE));
            black_box(&room);
            self.pages = core::arch::wasm32::memory_size(0);
        }
    }
}

/// The bytes of a trace's numbers. Those that two steps share count twice.
fn bytes(trace: &Trace) -> usize {
    trace.steps.iter().map(|step| size_of_val(step.tensor.data())).sum()
}

/// Keeps a trace, drops the oldest ones beyond the limits, and returns the trace's number.
pub fn keep(trace: &Rc<Trace>) -> f64 {
    KEPT.with_borrow_mut(|kept| {
        let number = kept.add(Rc::clone(trace));
        kept.reserve();
        number as f64
    })
}

/// Returns the trace with this number, if it is still kept.
pub fn kept(number: f64) -> Option<Rc<Trace>> {
    KEPT.with_borrow(|kept| {
        kept.traces.iter().find(|(kept, _)| *kept == number as u64).map(|(_, trace)| Rc::clone(trace))
    })
}
