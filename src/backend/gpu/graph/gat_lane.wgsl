// The reads of a lane of a node and its neighbors, for its PER (1 to 4) columns of the result, LANES apart.

struct Sizes {
    // The end of the nodes of this run, or of its places in the list of long rows, and the first.
    end: u32,
    first: u32,
    // Columns of all heads, and of one.
    columns: u32,
    width: u32,
    heads: u32,
    negative_slope: f32,
}

@group(0) @binding(0) var<storage, read> starts: array<u32>;
@group(0) @binding(1) var<storage, read> places: array<u32>;
// For each node its terms as source for all heads, then those as target.
@group(0) @binding(2) var<storage, read> terms: array<f32>;
@group(0) @binding(3) var<storage, read> made: array<f32>;
@group(0) @binding(4) var<storage, read_write> result: array<f32>;

// Beyond the last column, the last: such a sum is not written.
fn columns_from(column: u32) -> vec4u {
    return min(column + LANES * vec4u(0u, 1u, 2u, 3u), vec4u(sizes.columns - 1u));
}

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

// The score of a source for a node with these terms as target, for each column's head.
fn scores_of(target_terms: vec4f, source: u32, heads: vec4u) -> vec4f {
    let sums = target_terms + terms_at(source * 2u * sizes.heads, heads);
    return select(sums * sizes.negative_slope, sums, sums > vec4f());
}

// The weights of a neighbor, before they are divided by their sum.
fn weights_of(target_terms: vec4f, source: u32, heads: vec4u, largest: vec4f) -> vec4f {
    return exp(max(scores_of(target_terms, source, heads) - largest, vec4f(FAINTEST)));
}

// Writes what a lane collected of the columns from this one on.
fn store(row: u32, column: u32, numbers: vec4f) {
    for (var i = 0u; i < PER; i++) {
        let place = column + i * LANES;
        if place < sizes.columns {
            result[row * sizes.columns + place] = numbers[i];
        }
    }
}
