// A + B, number by number.

struct Sizes {
    // The first number of this run, and the end.
    first: u32,
    end: u32,
}

@group(0) @binding(0) var<storage, read> left: array<f32>;
@group(0) @binding(1) var<storage, read> right: array<f32>;
@group(0) @binding(2) var<storage, read_write> result: array<f32>;
@group(0) @binding(3) var<uniform> sizes: Sizes;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) invocation: vec3u) {
    let place = sizes.first + invocation.x;
    if place < sizes.end {
        result[place] = left[place] + right[place];
    }
}
