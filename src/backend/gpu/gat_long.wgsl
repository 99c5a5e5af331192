// What nodes with many neighbors hear: for each head Σ w_u H_u, with w the softmax of LeakyReLU(listens + says_u).
//
// All 256 invocations of a workgroup share a node. LANES neighboring invocations make a team; a team takes every TEAMS-th neighbor, and each of its lanes
// keeps PER columns of the result, LANES apart, each with the softmax of its own head. The teams agree on the largest scores after the first time through,
// and add up their sums, two by two, after the second. LANES and PER (1 to 4) are constants.

struct Sizes {
    // The first of the long rows of this run.
    first: u32,
    // Columns of all heads, and of one.
    columns: u32,
    width: u32,
    heads: u32,
    negative_slope: f32,
}

@group(0) @binding(0) var<storage, read> starts: array<u32>;
@group(0) @binding(1) var<storage, read> places: array<u32>;
@group(0) @binding(2) var<storage, read> long_rows: array<u32>;
// For each node what it says to all heads, then how it listens.
@group(0) @binding(3) var<storage, read> terms: array<f32>;
@group(0) @binding(4) var<storage, read> made: array<f32>;
@group(0) @binding(5) var<storage, read_write> result: array<f32>;
@group(0) @binding(6) var<uniform> sizes: Sizes;

const TEAMS = 256u / LANES;
// Below any score that is let in.
const LOWEST = -1e38;
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

var<workgroup> team_numbers: array<vec4f, 256>;
var<workgroup> team_sums: array<vec4f, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
    let row = long_rows[sizes.first + group.x];
    let lane = index % LANES;
    let team = index / LANES;
    let column = group.y * LANES * PER + lane;
    // Beyond the last column, the last: such a sum is not written.
    let columns = min(column + LANES * vec4u(0u, 1u, 2u, 3u), vec4u(sizes.columns - 1u));
    let heads = columns / sizes.width;
    let start = starts[row] + team;
    let end = starts[row + 1u];
    let listens = terms_at((row * 2u + 1u) * sizes.heads, heads);
    var largest = vec4f(LOWEST);
    for (var entry = start; entry < end; entry += TEAMS) {
        largest = max(largest, scores_of(listens, places[entry], heads));
    }
    team_numbers[index] = largest;
    for (var half = TEAMS / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if team < half {
            team_numbers[index] = max(team_numbers[index], team_numbers[index + half * LANES]);
        }
    }
    workgroupBarrier();
    largest = team_numbers[lane];
    workgroupBarrier();
    var sum = vec4f();
    var collected = vec4f();
    for (var entry = start; entry < end; entry += TEAMS) {
        let source = places[entry];
        let weights = exp(max(scores_of(listens, source, heads) - largest, vec4f(FAINTEST)));
        sum += weights;
        collected = fma(weights, made_at(source * sizes.columns, columns), collected);
    }
    team_sums[index] = sum;
    team_numbers[index] = collected;
    for (var half = TEAMS / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if team < half {
            team_sums[index] += team_sums[index + half * LANES];
            team_numbers[index] += team_numbers[index + half * LANES];
        }
    }
    // The largest score added 1.
    collected = team_numbers[index] * (1.0 / max(team_sums[index], vec4f(0.5)));
    for (var i = 0u; i < PER; i++) {
        let place = column + i * LANES;
        if team == 0u && place < sizes.columns {
            result[row * sizes.columns + place] = collected[i];
        }
    }
}
