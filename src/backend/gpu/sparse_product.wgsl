// S [rows, ·] · X [·, columns] + bias, and its ReLU if asked; S in compressed rows.
//
// LANES neighboring invocations share a row of S, and 64 / LANES rows a workgroup. Each lane keeps PER sums, LANES columns apart, so that at every entry
// the lanes together read neighboring numbers of one row of X. Rows of more than LONG entries are left to another kernel. LANES, PER (1 to 4), LONG, BIASED
// and RECTIFIED are constants.

struct Sizes {
    // The end of the rows of this run, and the first.
    rows: u32,
    first: u32,
    columns: u32,
}

@group(0) @binding(0) var<storage, read> starts: array<u32>;
@group(0) @binding(1) var<storage, read> places: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> right: array<f32>;
@group(0) @binding(4) var<storage, read> bias: array<f32>;
@group(0) @binding(5) var<storage, read_write> result: array<f32>;
@group(0) @binding(6) var<uniform> sizes: Sizes;

const ROWS = 64u / LANES;

// Numbers of X, LANES columns apart. Beyond the last column, the last: such a sum is not written.
fn four(start: u32, column: u32) -> vec4f {
    let last = sizes.columns - 1u;
    var numbers = vec4f(right[start + min(column, last)], 0.0, 0.0, 0.0);
    if PER > 1u {
        numbers.y = right[start + min(column + LANES, last)];
    }
    if PER > 2u {
        numbers.z = right[start + min(column + 2u * LANES, last)];
        numbers.w = right[start + min(column + 3u * LANES, last)];
    }
    return numbers;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
    let row = sizes.first + group.x * ROWS + index / LANES;
    let column = group.y * LANES * PER + index % LANES;
    if row >= sizes.rows || column >= sizes.columns {
        return;
    }
    let start = starts[row];
    let end = starts[row + 1u];
    if end - start > LONG {
        return;
    }
    var sums = vec4f();
    for (var entry = start; entry < end; entry++) {
        sums = fma(vec4f(values[entry]), four(places[entry] * sizes.columns, column), sums);
    }
    for (var i = 0u; i < PER; i++) {
        let place = column + i * LANES;
        if place < sizes.columns {
            // Where there is no bias, its one number is 0.
            var sum = sums[i] + bias[place * BIASED] * f32(BIASED);
            if RECTIFIED == 1u {
                sum = max(sum, 0.0);
            }
            result[row * sizes.columns + place] = sum;
        }
    }
}
