// The terms of every node as source and as target, for each head: H_u · a_s and H_u · a_t of the head's columns of H.
//
// An invocation computes both for one node and one head.

struct Sizes {
    // The end of this run's pairs of node and head, counted row by row, and the first.
    end: u32,
    first: u32,
    heads: u32,
    // Columns of one head.
    width: u32,
}

@group(0) @binding(0) var<storage, read> made: array<f32>;
@group(0) @binding(1) var<storage, read> source: array<f32>;
@group(0) @binding(2) var<storage, read> target_vectors: array<f32>;
// For each node its terms as source for all heads, then those as target.
@group(0) @binding(3) var<storage, read_write> terms: array<f32>;
@group(0) @binding(4) var<uniform> sizes: Sizes;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
    let pair = sizes.first + group.x * 64u + index;
    if pair >= sizes.end {
        return;
    }
    let node = pair / sizes.heads;
    let head = pair % sizes.heads;
    var source_term = 0.0;
    var target_term = 0.0;
    for (var i = 0u; i < sizes.width; i++) {
        let number = made[pair * sizes.width + i];
        source_term = fma(number, source[head * sizes.width + i], source_term);
        target_term = fma(number, target_vectors[head * sizes.width + i], target_term);
    }
    terms[node * 2u * sizes.heads + head] = source_term;
    terms[(node * 2u + 1u) * sizes.heads + head] = target_term;
}
