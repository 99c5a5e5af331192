// The long rows of S [rows, ·] · X [·, columns] + bias, and its ReLU if asked; S in compressed rows.
//
// All 256 invocations of a workgroup share a row of S. LANES neighboring invocations make a team; a team takes every TEAMS-th entry, and each of its lanes
// keeps PER sums, LANES columns apart. At the end the teams' sums are added two by two. LANES, PER (1 to 4), BIASED and RECTIFIED are constants.

struct Sizes {
    // The first of the long rows of this run.
    first: u32,
    columns: u32,
}

@group(0) @binding(0) var<storage, read> starts: array<u32>;
@group(0) @binding(1) var<storage, read> places: array<u32>;
@group(0) @binding(2) var<storage, read> long_rows: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read> right: array<f32>;
@group(0) @binding(5) var<storage, read> bias: array<f32>;
@group(0) @binding(6) var<storage, read_write> result: array<f32>;
@group(0) @binding(7) var<uniform> sizes: Sizes;

const TEAMS = 256u / LANES;

var<workgroup> team_sums: array<vec4f, 256>;

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

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
    let row = long_rows[sizes.first + group.x];
    let column = group.y * LANES * PER + index % LANES;
    let team = index / LANES;
    var sums = vec4f();
    let end = starts[row + 1u];
    for (var entry = starts[row] + team; entry < end; entry += TEAMS) {
        sums = fma(vec4f(values[entry]), four(places[entry] * sizes.columns, column), sums);
    }
    team_sums[index] = sums;
    for (var half = TEAMS / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if team < half {
            team_sums[index] += team_sums[index + half * LANES];
        }
    }
    for (var i = 0u; i < PER; i++) {
        let place = column + i * LANES;
        if team == 0u && place < sizes.columns {
            // Where there is no bias, its one number is 0.
            var sum = team_sums[index][i] + bias[place * BIASED] * f32(BIASED);
            if RECTIFIED == 1u {
                sum = max(sum, 0.0);
            }
            result[row * sizes.columns + place] = sum;
        }
    }
}
