// KEYS keys and their values in workgroup memory, where all 64 queries of a workgroup read them: WIDTH vec4f of each key, and VALUES of each value.

const QUERIES = 64u;

var<workgroup> key_tile: array<vec4f, KEYS * WIDTH>;
var<workgroup> value_tile: array<vec4f, KEYS * VALUES>;

// Which of four neighboring columns there are.
fn columns(column: u32, width: u32) -> vec4<bool> {
    return vec4u(column, column + 1u, column + 2u, column + 3u) < vec4u(width);
}

fn add_product(sum: f32, a: vec4f, b: vec4f) -> f32 {
    return fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, fma(a.x, b.x, sum))));
}

// Adds what four numbers of a query contribute to the scores of four keys.
fn add_products(sums: vec4f, part: vec4f, place: u32) -> vec4f {
    return vec4f(
        add_product(sums.x, part, key_tile[place]),
        add_product(sums.y, part, key_tile[place + WIDTH]),
        add_product(sums.z, part, key_tile[place + 2u * WIDTH]),
        add_product(sums.w, part, key_tile[place + 3u * WIDTH]),
    );
}

// Adds four numbers of four values, weighted.
fn add_values(sum: vec4f, weights: vec4f, place: u32) -> vec4f {
    var total = fma(vec4f(weights.x), value_tile[place], sum);
    total = fma(vec4f(weights.y), value_tile[place + VALUES], total);
    total = fma(vec4f(weights.z), value_tile[place + 2u * VALUES], total);
    return fma(vec4f(weights.w), value_tile[place + 3u * VALUES], total);
}

// The weights of four keys, before they are divided by their sum.
fn weights_of(scores: vec4f, largest: f32, seen: vec4<bool>) -> vec4f {
    return select(vec4f(), exp(max(scores - largest, vec4f(FAINTEST))), seen);
}

fn largest_of(a: vec4f) -> f32 {
    return max(max(a.x, a.y), max(a.z, a.w));
}
