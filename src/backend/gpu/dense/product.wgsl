// A [rows, depth] · B [depth, columns] + bias, and its ReLU if RECTIFIED.
//
// A workgroup computes TILE × TILE results, TILE = 64 · BLOCKS; each invocation BLOCKS × BLOCKS blocks of 4 × 4 of them, 64 rows and columns apart. DEPTH
// columns of A and rows of B at a time lie in workgroup memory (8 KiB), so that every number is fetched once for TILE results: four rows of A side by side,
// like four columns of B. Two reads serve 16 products with one block, four reads 64 with four; reading is what limits the rate. What comes next is fetched
// while what is there is multiplied. BLOCKS (1 or 2), BIASED, RECTIFIED and TRANSPOSED (B is [columns, depth]) are constants.

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

const TILE = 64u * BLOCKS;
const DEPTH = 16u / BLOCKS;
// Groups of four rows or columns of the tile.
const GROUPS = 16u * BLOCKS;
// One more than there are groups, so that what neighbors write lies in different banks.
const LEFT_STRIDE = GROUPS + 1u;

var<workgroup> left_tile: array<vec4f, DEPTH * LEFT_STRIDE>;
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

// Four neighbors of a column of A.
fn left_group(row: u32, depth: u32) -> vec4f {
    return vec4f(left_at(row, depth), left_at(row + 1u, depth), left_at(row + 2u, depth), left_at(row + 3u, depth));
}

// Four neighbors of a row of B.
fn right_group(depth: u32, column: u32) -> vec4f {
    return vec4f(
        right_at(depth, column),
        right_at(depth, column + 1u),
        right_at(depth, column + 2u),
        right_at(depth, column + 3u),
    );
}

// 4 × 4 results: a row each, and no array, as what a loop would index is not sure to stay in registers.
struct Block {
    first: vec4f,
    second: vec4f,
    third: vec4f,
    fourth: vec4f,
}

// Adds the products of four rows and four columns.
fn add_products(sums: Block, rows: vec4f, columns: vec4f) -> Block {
    return Block(
        fma(vec4f(rows.x), columns, sums.first),
        fma(vec4f(rows.y), columns, sums.second),
        fma(vec4f(rows.z), columns, sums.third),
        fma(vec4f(rows.w), columns, sums.fourth),
    );
}

fn store(number: f32, row: u32, column: u32) {
    if row < sizes.rows && column < sizes.columns {
        var sum = number * sizes.scale;
        // Not bound to anything else where there is no bias; its length is 1 then.
        sum += bias[column * BIASED] * f32(BIASED);
        if RECTIFIED == 1u {
            sum = max(sum, 0.0);
        }
        result[sizes.result_start + row * sizes.result_stride + column] = sum;
    }
}

fn store_row(numbers: vec4f, row: u32, column: u32) {
    store(numbers.x, row, column);
    store(numbers.y, row, column + 1u);
    store(numbers.z, row, column + 2u);
    store(numbers.w, row, column + 3u);
}

fn store_block(sums: Block, row: u32, column: u32) {
    store_row(sums.first, row, column);
    store_row(sums.second, row + 1u, column);
    store_row(sums.third, row + 2u, column);
    store_row(sums.fourth, row + 3u, column);
}

@compute @workgroup_size(16, 16)
fn main(
    @builtin(workgroup_id) group: vec3u,
    @builtin(local_invocation_id) local: vec3u,
    @builtin(local_invocation_index) index: u32,
) {
    let top = sizes.first + group.y * TILE;
    let edge = group.x * TILE;
    // What this invocation fetches.
    let own_row = top + index / DEPTH * 4u;
    let own_column = edge + index % GROUPS * 4u;
    let left_place = index % DEPTH * LEFT_STRIDE + index / DEPTH;
    var next_left = left_group(own_row, index % DEPTH);
    var next_right = right_group(index / GROUPS, own_column);
    var upper_left = Block();
    var upper_right = Block();
    var lower_left = Block();
    var lower_right = Block();
    for (var start = 0u; start < sizes.depth; start += DEPTH) {
        left_tile[left_place] = next_left;
        right_tile[index] = next_right;
        workgroupBarrier();
        next_left = left_group(own_row, start + DEPTH + index % DEPTH);
        next_right = right_group(start + DEPTH + index / GROUPS, own_column);
        for (var k = 0u; k < DEPTH; k++) {
            let upper = left_tile[k * LEFT_STRIDE + local.y];
            let left_side = right_tile[k * GROUPS + local.x];
            upper_left = add_products(upper_left, upper, left_side);
            if BLOCKS == 2u {
                let lower = left_tile[k * LEFT_STRIDE + 16u + local.y];
                let right_side = right_tile[k * GROUPS + 16u + local.x];
                upper_right = add_products(upper_right, upper, right_side);
                lower_left = add_products(lower_left, lower, left_side);
                lower_right = add_products(lower_right, lower, right_side);
            }
        }
        workgroupBarrier();
    }
    let row = top + local.y * 4u;
    let column = edge + local.x * 4u;
    store_block(upper_left, row, column);
    if BLOCKS == 2u {
        store_block(upper_right, row, column + 64u);
        store_block(lower_left, row + 64u, column);
        store_block(lower_right, row + 64u, column + 64u);
    }
}
