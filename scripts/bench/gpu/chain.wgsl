// Chains of multiply-add that depend on nothing but themselves: as many f32 operations as the processor does when no memory is in its way.

struct Sizes {
    steps: u32,
    factor: f32,
    addend: f32,
}

@group(0) @binding(0) var<storage, read_write> result: array<f32>;
@group(0) @binding(1) var<uniform> sizes: Sizes;

// Four chains of four numbers each.
struct Chains {
    a: vec4f,
    b: vec4f,
    c: vec4f,
    d: vec4f,
}

fn step(chains: Chains, factor: vec4f, addend: vec4f) -> Chains {
    return Chains(
        fma(chains.a, factor, addend),
        fma(chains.b, factor, addend),
        fma(chains.c, factor, addend),
        fma(chains.d, factor, addend),
    );
}

// Written out, as a loop would count beside them.
fn four_steps(chains: Chains, factor: vec4f, addend: vec4f) -> Chains {
    return step(step(step(step(chains, factor, addend), factor, addend), factor, addend), factor, addend);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) invocation: vec3u) {
    let factor = vec4f(sizes.factor);
    let addend = vec4f(sizes.addend);
    let first = vec4f(f32(invocation.x));
    var chains = Chains(first, first + 1.0, first + 2.0, first + 3.0);
    for (var i = 0u; i < sizes.steps; i++) {
        chains = four_steps(chains, factor, addend);
        chains = four_steps(chains, factor, addend);
        chains = four_steps(chains, factor, addend);
        chains = four_steps(chains, factor, addend);
    }
    let sum = chains.a + chains.b + (chains.c + chains.d);
    result[invocation.x] = sum.x + sum.y + sum.z + sum.w;
}
