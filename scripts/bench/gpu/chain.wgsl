// Chains of multiply-add that depend on nothing but themselves: as many f32 operations as the processor does when no memory is in its way.

struct Sizes {
    steps: u32,
    factor: f32,
    addend: f32,
}

@group(0) @binding(0) var<storage, read_write> result: array<f32>;
@group(0) @binding(1) var<uniform> sizes: Sizes;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) invocation: vec3u) {
    let factor = vec4f(sizes.factor);
    let addend = vec4f(sizes.addend);
    var a = vec4f(f32(invocation.x));
    var b = a + 1.0;
    var c = a + 2.0;
    var d = a + 3.0;
    for (var i = 0u; i < sizes.steps; i++) {
        // 16 steps of four chains of four numbers each.
        for (var j = 0u; j < 16u; j++) {
            a = fma(a, factor, addend);
            b = fma(b, factor, addend);
            c = fma(c, factor, addend);
            d = fma(d, factor, addend);
        }
    }
    let sum = a + b + (c + d);
    result[invocation.x] = sum.x + sum.y + sum.z + sum.w;
}
