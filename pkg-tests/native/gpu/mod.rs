//! The kernels of the graphics processor against f64, on whatever adapter is there: lavapipe or SwiftShader where there is no other.

mod attention;
mod device;
mod gat;
mod gcn;
mod graph;
mod layers;
mod lsh;
mod product;
mod softmax;
mod sparse_product;
