// The result for every node: for each head Σ w_u H_u over its neighbors, with w the softmax of LeakyReLU(target + source_u).
//
// LANES neighboring invocations share a node, and 64 / LANES nodes a workgroup. Each lane keeps PER columns of the result, LANES apart, each with the softmax
// of its own head: the neighbors are gone through once for the largest score, which reads one number of each and head, and once for weights and features.
// Rows of more than LONG entries are left to another kernel. LANES, PER and LONG are constants.

@group(0) @binding(5) var<uniform> sizes: Sizes;

const ROWS = 64u / LANES;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
    let row = sizes.first + group.x * ROWS + index / LANES;
    let column = group.y * LANES * PER + index % LANES;
    if row >= sizes.end || column >= sizes.columns {
        return;
    }
    let columns = columns_from(column);
    let heads = columns / sizes.width;
    let start = starts[row];
    let end = starts[row + 1u];
    if end - start > LONG {
        return;
    }
    var collected = vec4f();
    // The result for a node without neighbors is 0.
    if start < end {
        let target_terms = terms_at((row * 2u + 1u) * sizes.heads, heads);
        var largest = scores_of(target_terms, places[start], heads);
        for (var entry = start + 1u; entry < end; entry++) {
            largest = max(largest, scores_of(target_terms, places[entry], heads));
        }
        var sum = vec4f();
        for (var entry = start; entry < end; entry++) {
            let source = places[entry];
            let weights = weights_of(target_terms, source, heads, largest);
            sum += weights;
            collected = fma(weights, made_at(source * sizes.columns, columns), collected);
        }
        // The largest score added 1.
        collected *= 1.0 / max(sum, vec4f(0.5));
    }
    store(row, column, collected);
}
