//! Attention of every query to every key, within windows and lists of blocks, and in chunks of hashed tokens.
//!
//! ```text
//! few ◄── heads ──┬─► tiled ─┬─► online ─► keys, pair_rule
//!         window ─┘          │
//!         listed ────────────┤
//!         lsh ─► buckets     │
//!          └─────────────────┘
//! ```

pub mod buckets;
pub mod few;
pub mod heads;
pub mod keys;
pub mod listed;
pub mod lsh;
mod online;
pub mod pair_rule;
pub mod tiled;
pub mod window;
