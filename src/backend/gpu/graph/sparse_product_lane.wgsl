// The reads of X and writes of the product by a lane, for its PER (1 to 4) columns, LANES apart.

struct Sizes {
    // The end of the rows of this run, or of its places in the list of long rows, and the first.
    end: u32,
    first: u32,
    columns: u32,
}

@group(0) @binding(0) var<storage, read> starts: array<u32>;
@group(0) @binding(1) var<storage, read> places: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> right: array<f32>;
@group(0) @binding(4) var<storage, read> bias: array<f32>;
@group(0) @binding(5) var<storage, read_write> result: array<f32>;

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

// Writes a lane's sums, with bias and ReLU if BIASED and RECTIFIED.
fn finish(row: u32, column: u32, sums: vec4f) {
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
