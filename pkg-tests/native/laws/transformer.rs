//! Laws of the parts of a transformer and of what is built from them.

mod cases;
mod conventions;
mod layers;
mod oracle;
mod parts;
