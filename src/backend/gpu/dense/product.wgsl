// A [rows, depth] · B [depth, columns] + bias, and its ReLU if RECTIFIED.
//
// A workgroup computes 64 × 64 results, each invocation 4 × 4 of them. 16 columns of A and 16 rows of B at a time lie in workgroup memory (8 KiB), so that
// every number is fetched once for 64 results: four rows of A side by side, like four columns of B, so that 16 products take two reads. BIASED, RECTIFIED and
// TRANSPOSED (B is [columns, depth]) are constants.

struct Sizes {
    rows: u32,
    depth: u32,
    columns: u32,
    // The first row of this run.
    first: u32,
    // Where A and B begin, and how far their rows are apart.
    left_start: u32,
    left_stride: u32,
    right_start: u32,
    right_stride: u32,
    result_start: u32,
    result_stride: u32,
    scale: f32,
}

@group(0) @binding(0) var<storage, read> left: array<f32>;
@group(0) @binding(1) var<storage, read> right: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> result: array<f32>;
@group(0) @binding(4) var<uniform> sizes: Sizes;

const TILE = 64u;
const DEPTH = 16u;
// One more than the tile has groups of four rows, so that what neighbors write lies in different banks.
const LEFT_STRIDE = 17u;

var<workgroup> left_tile: array<vec4f, 272>;
var<workgroup> right_tile: array<vec4f, 256>;

fn left_at(row: u32, depth: u32) -> f32 {
    if row >= sizes.rows || depth >= sizes.depth {
        return 0.0;
    }
    return left[sizes.left_start + row * sizes.left_stride + depth];
}

fn right_at(depth: u32, column: u32) -> f32 {
    if depth >= sizes.depth || column >= sizes.columns {
        return 0.0;
    }
    if TRANSPOSED == 1u {
        return right[sizes.right_start + column * sizes.right_stride + depth];
    }
    return right[sizes.right_start + depth * sizes.right_stride + column];
}

@compute @workgroup_size(16, 16)
fn main(
    @builtin(workgroup_id) group: vec3u,
    @builtin(local_invocation_id) local: vec3u,
    @builtin(local_invocation_index) index: u32,
) {
    let top = sizes.first + group.y * TILE;
    let edge = group.x * TILE;
    var sums = array<vec4f, 4>();
    for (var start = 0u; start < sizes.depth; start += DEPTH) {
        // Four neighbors of a column of A each, and four of a row of B.
        let column = start + index % 16u;
        let row = top + index / 16u * 4u;
        left_tile[index % 16u * LEFT_STRIDE + index / 16u] = vec4f(
            left_at(row, column),
            left_at(row + 1u, column),
            left_at(row + 2u, column),
            left_at(row + 3u, column),
        );
        let depth = start + index / 16u;
        let edge_column = edge + index % 16u * 4u;
        right_tile[index] = vec4f(
            right_at(depth, edge_column),
            right_at(depth, edge_column + 1u),
            right_at(depth, edge_column + 2u),
            right_at(depth, edge_column + 3u),
        );
        workgroupBarrier();
        for (var k = 0u; k < DEPTH; k++) {
            let factor = right_tile[k * 16u + local.x];
            let rows = left_tile[k * LEFT_STRIDE + local.y];
            sums[0] = fma(vec4f(rows.x), factor, sums[0]);
            sums[1] = fma(vec4f(rows.y), factor, sums[1]);
            sums[2] = fma(vec4f(rows.z), factor, sums[2]);
            sums[3] = fma(vec4f(rows.w), factor, sums[3]);
        }
        workgroupBarrier();
    }
    for (var i = 0u; i < 4u; i++) {
        let row = top + local.y * 4u + i;
        for (var j = 0u; j < 4u; j++) {
            let column = edge + local.x * 4u + j;
            if row < sizes.rows && column < sizes.columns {
                var sum = sums[i][j] * sizes.scale;
                // Not bound to anything else where there is no bias; its length is 1 then.
                sum += bias[column * BIASED] * f32(BIASED);
                if RECTIFIED == 1u {
                    sum = max(sum, 0.0);
                }
                result[sizes.result_start + row * sizes.result_stride + column] = sum;
            }
        }
    }
}
