// The result for nodes with many neighbors: for each head Σ w_u H_u, with w the softmax of LeakyReLU(target + source_u).
//
// All 256 invocations of a workgroup share a node. LANES neighboring invocations make a team; a team takes every TEAMS-th neighbor, and each of its lanes
// keeps PER columns of the result, LANES apart, each with the softmax of its own head. The teams agree on the largest scores after the first time through,
// and add up their sums, two by two, after the second. LANES and PER are constants.

@group(0) @binding(5) var<storage, read> long_rows: array<u32>;
@group(0) @binding(6) var<uniform> sizes: Sizes;

const TEAMS = 256u / LANES;

var<workgroup> team_numbers: array<vec4f, 256>;
var<workgroup> team_sums: array<vec4f, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
    let row = long_rows[sizes.first + group.x];
    let lane = index % LANES;
    let team = index / LANES;
    let column = group.y * LANES * PER + lane;
    let columns = columns_from(column);
    let heads = columns / sizes.width;
    let start = starts[row] + team;
    let end = starts[row + 1u];
    let target_terms = terms_at((row * 2u + 1u) * sizes.heads, heads);
    var largest = vec4f(LOWEST);
    for (var entry = start; entry < end; entry += TEAMS) {
        largest = max(largest, scores_of(target_terms, places[entry], heads));
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
        let weights = weights_of(target_terms, source, heads, largest);
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
    if team == 0u {
        // The largest score added 1.
        store(row, column, team_numbers[index] * (1.0 / max(team_sums[index], vec4f(0.5))));
    }
}
