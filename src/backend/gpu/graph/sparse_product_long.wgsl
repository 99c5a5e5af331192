// The long rows of S [rows, ·] · X [·, columns] + bias, and its ReLU if RECTIFIED; S in compressed rows.
//
// All 256 invocations of a workgroup share a row of S. LANES neighboring invocations make a team; a team takes every TEAMS-th entry, and each of its lanes
// keeps PER sums, LANES columns apart. At the end the teams' sums are added two by two. LANES, PER, BIASED and RECTIFIED are constants.

@group(0) @binding(6) var<storage, read> long_rows: array<u32>;
@group(0) @binding(7) var<uniform> sizes: Sizes;

const TEAMS = 256u / LANES;

var<workgroup> team_sums: array<vec4f, 256>;

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
    if team == 0u {
        finish(row, column, team_sums[index]);
    }
}
