//! Laws of the parts of a transformer and of what is built from them.

mod cases;
mod conventions;
mod differential;
mod layers;
mod oracle;
mod parts;
