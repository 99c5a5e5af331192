//! Laws of the parts of a transformer and of what is built from them.

mod parts;
