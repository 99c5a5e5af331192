// Each row, or the sum of two, brought to mean 0 and variance 1, times gamma, plus beta.
//
// A workgroup takes a row; each of its 64 invocations takes every 64th number, three times: for the mean, for the variance, for the result.

struct Sizes {
    width: u32,
    // The first row of this run.
    first: u32,
    // 1 where there is such a thing.
    residual: u32,
    gamma: u32,
    beta: u32,
    // 1 / width.
    share: f32,
    epsilon: f32,
}

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> residual: array<f32>;
@group(0) @binding(2) var<storage, read> gamma: array<f32>;
@group(0) @binding(3) var<storage, read> beta: array<f32>;
@group(0) @binding(4) var<storage, read_write> result: array<f32>;
@group(0) @binding(5) var<uniform> sizes: Sizes;

fn number_at(place: u32) -> f32 {
    if sizes.residual == 1u {
        return x[place] + residual[place];
    }
    return x[place];
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
    let start = (sizes.first + group.x) * sizes.width;
    var sum = 0.0;
    for (var i = index; i < sizes.width; i += INVOCATIONS) {
        sum += number_at(start + i);
    }
    let mean = sum_of(index, sum) * sizes.share;

    sum = 0.0;
    for (var i = index; i < sizes.width; i += INVOCATIONS) {
        let distance = number_at(start + i) - mean;
        sum += distance * distance;
    }
    let factor = inverseSqrt(sum_of(index, sum) * sizes.share + sizes.epsilon);

    for (var i = index; i < sizes.width; i += INVOCATIONS) {
        var number = (number_at(start + i) - mean) * factor;
        if sizes.gamma == 1u {
            number *= gamma[i];
        }
        if sizes.beta == 1u {
            number += beta[i];
        }
        result[start + i] = number;
    }
}
