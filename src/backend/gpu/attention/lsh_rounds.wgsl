// Puts the rounds of LSH attention together: their sums of exponentials, each brought to the largest score of all rounds, are one softmax.
//
// An invocation computes one number of one token.

struct Sizes {
    // The end of this run's numbers, counted row by row over the heads of this run, and the first.
    end: u32,
    first: u32,
    tokens: u32,
    rounds: u32,
    // The first head of this run, and how many there are.
    head: u32,
    heads: u32,
    // Columns of one head, and of all.
    width: u32,
    stride: u32,
}

// For each round and token, and each head of this run: what was collected; the largest score, and the sum of the exponentials.
@group(0) @binding(0) var<storage, read> collected_rows: array<f32>;
@group(0) @binding(1) var<storage, read> softmaxes: array<f32>;
@group(0) @binding(2) var<storage, read_write> result: array<f32>;
@group(0) @binding(3) var<uniform> sizes: Sizes;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
    let number = sizes.first + group.x * 64u + index;
    if number >= sizes.end {
        return;
    }
    let columns = sizes.heads * sizes.width;
    let token = number / columns;
    let column = number % columns;
    // Where the token's softmax of a head stands in the first round, and how far the rounds are apart.
    let softmax = (token * sizes.heads + column / sizes.width) * 2u;
    let apart = sizes.tokens * sizes.heads * 2u;
    var largest = softmaxes[softmax];
    for (var round = 1u; round < sizes.rounds; round++) {
        largest = max(largest, softmaxes[softmax + round * apart]);
    }
    var sum = 0.0;
    var total = 0.0;
    for (var round = 0u; round < sizes.rounds; round++) {
        let place = softmax + round * apart;
        let weight = exp(max(softmaxes[place] - largest, FAINTEST));
        sum = fma(weight, softmaxes[place + 1u], sum);
        total = fma(weight, collected_rows[round * sizes.tokens * columns + number], total);
    }
    // The largest score added 1.
    result[token * sizes.stride + sizes.head * sizes.width + column] = total / max(sum, 0.5);
}
