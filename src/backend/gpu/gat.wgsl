// What every node hears: for each head Σ w_u H_u over its neighbors, with w the softmax of LeakyReLU(listens + says_u).
//
// LANES neighboring invocations share a node, and 64 / LANES nodes a workgroup. Each lane keeps PER columns of the result, LANES apart, each with the softmax
// of its own head: the neighbors are gone through once for the largest score, which reads one number of each and head, and once for weights and features.
// Rows of more than LONG entries are left to another kernel. LANES, PER (1 to 4) and LONG are constants.

struct Sizes {
    // The end of the nodes of this run, and the first.
    rows: u32,
    first: u32,
    // Columns of all heads, and of one.
    columns: u32,
    width: u32,
    heads: u32,
    negative_slope: f32,
}

@group(0) @binding(0) var<storage, read> starts: array<u32>;
@group(0) @binding(1) var<storage, read> places: array<u32>;
// For each node what it says to all heads, then how it listens.
@group(0) @binding(2) var<storage, read> terms: array<f32>;
@group(0) @binding(3) var<storage, read> made: array<f32>;
@group(0) @binding(4) var<storage, read_write> result: array<f32>;
@group(0) @binding(5) var<uniform> sizes: Sizes;

const ROWS = 64u / LANES;
// e^x is a normal number from here on.
const FAINTEST = -87.3;

fn terms_at(start: u32, heads: vec4u) -> vec4f {
    var numbers = vec4f(terms[start + heads.x]);
    if PER > 1u {
        numbers.y = terms[start + heads.y];
    }
    if PER > 2u {
        numbers.z = terms[start + heads.z];
        numbers.w = terms[start + heads.w];
    }
    return numbers;
}

fn made_at(start: u32, columns: vec4u) -> vec4f {
    var numbers = vec4f(made[start + columns.x]);
    if PER > 1u {
        numbers.y = made[start + columns.y];
    }
    if PER > 2u {
        numbers.z = made[start + columns.z];
        numbers.w = made[start + columns.w];
    }
    return numbers;
}

fn scores_of(listens: vec4f, source: u32, heads: vec4u) -> vec4f {
    let sums = listens + terms_at(source * 2u * sizes.heads, heads);
    return select(sums * sizes.negative_slope, sums, sums > vec4f());
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
    let row = sizes.first + group.x * ROWS + index / LANES;
    let column = group.y * LANES * PER + index % LANES;
    if row >= sizes.rows || column >= sizes.columns {
        return;
    }
    // Beyond the last column, the last: such a sum is not written.
    let columns = min(column + LANES * vec4u(0u, 1u, 2u, 3u), vec4u(sizes.columns - 1u));
    let heads = columns / sizes.width;
    let start = starts[row];
    let end = starts[row + 1u];
    if end - start > LONG {
        return;
    }
    var collected = vec4f();
    // A node without neighbors hears nothing.
    if start < end {
        let listens = terms_at((row * 2u + 1u) * sizes.heads, heads);
        var largest = scores_of(listens, places[start], heads);
        for (var entry = start + 1u; entry < end; entry++) {
            largest = max(largest, scores_of(listens, places[entry], heads));
        }
        var sum = vec4f();
        for (var entry = start; entry < end; entry++) {
            let source = places[entry];
            let weights = exp(max(scores_of(listens, source, heads) - largest, vec4f(FAINTEST)));
            sum += weights;
            collected = fma(weights, made_at(source * sizes.columns, columns), collected);
        }
        // The largest score added 1.
        collected *= 1.0 / max(sum, vec4f(0.5));
    }
    for (var i = 0u; i < PER; i++) {
        let place = column + i * LANES;
        if place < sizes.columns {
            result[row * sizes.columns + place] = collected[i];
        }
    }
}
