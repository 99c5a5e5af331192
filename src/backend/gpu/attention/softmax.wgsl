// The softmax of each row of scores, in place: what a query does not see becomes 0.
//
// A workgroup takes a row. Each of its 64 invocations goes three times through the scores that it alone reads and writes, every 64th.

struct Sizes {
    keys: u32,
    // The first row, and the query that it belongs to.
    row: u32,
    query: u32,
    // Key j is in the band of query i when i - before <= j <= i + after.
    before: u32,
    after: u32,
    // Words of a row of the mask; 0 where there is none.
    mask_stride: u32,
    biased: u32,
}

@group(0) @binding(0) var<storage, read_write> scores: array<f32>;
// A bit for each key, 1 where it is seen.
@group(0) @binding(1) var<storage, read> mask: array<u32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<uniform> sizes: Sizes;

fn is_seen(query: u32, key: u32) -> bool {
    if key + sizes.before < query || key > query + sizes.after {
        return false;
    }
    if sizes.mask_stride == 0u {
        return true;
    }
    return ((mask[query * sizes.mask_stride + key / 32u] >> (key % 32u)) & 1u) == 1u;
}

fn score_at(start: u32, query: u32, key: u32) -> f32 {
    let score = scores[start + key];
    if sizes.biased == 0u {
        return score;
    }
    return score + bias[query * sizes.keys + key];
}

// The largest of what all invocations have.
fn largest_of(index: u32, own: f32) -> f32 {
    parts[index] = own;
    workgroupBarrier();
    for (var half = INVOCATIONS / 2u; half > 0u; half /= 2u) {
        if index < half {
            parts[index] = max(parts[index], parts[index + half]);
        }
        workgroupBarrier();
    }
    let largest = parts[0];
    workgroupBarrier();
    return largest;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
    let start = (sizes.row + group.x) * sizes.keys;
    let query = sizes.query + group.x;
    var largest = LOWEST;
    for (var key = index; key < sizes.keys; key += INVOCATIONS) {
        if is_seen(query, key) {
            largest = max(largest, score_at(start, query, key));
        }
    }
    largest = largest_of(index, largest);

    var sum = 0.0;
    for (var key = index; key < sizes.keys; key += INVOCATIONS) {
        var weight = 0.0;
        if is_seen(query, key) {
            weight = exp(max(score_at(start, query, key) - largest, FAINTEST));
        }
        scores[start + key] = weight;
        sum += weight;
    }
    // The largest score adds 1; where nothing is seen all weights are 0 already.
    let factor = 1.0 / max(sum_of(index, sum), 0.5);
    for (var key = index; key < sizes.keys; key += INVOCATIONS) {
        scores[start + key] *= factor;
    }
}
