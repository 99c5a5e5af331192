// S [rows, ·] · X [·, columns] + bias, and its ReLU if RECTIFIED; S in compressed rows.
//
// LANES neighboring invocations share a row of S, and 64 / LANES rows a workgroup. Each lane keeps PER sums, LANES columns apart, so that at every entry
// the lanes together read neighboring numbers of one row of X. Rows of more than LONG entries are left to another kernel. LANES, PER, LONG, BIASED and
// RECTIFIED are constants.

@group(0) @binding(6) var<uniform> sizes: Sizes;

const ROWS = 64u / LANES;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
    let row = sizes.first + group.x * ROWS + index / LANES;
    let column = group.y * LANES * PER + index % LANES;
    if row >= sizes.end || column >= sizes.columns {
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
    finish(row, column, sums);
}
