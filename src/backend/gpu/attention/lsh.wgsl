// Attention of each chunk of sorted tokens to itself and the chunk before it, for one or several heads; not yet divided by the sum of the exponentials.
//
// An invocation computes the result of one query. Its query, and the values that it has collected so far, are in registers; KEYS keys at a time with their
// values lie in workgroup memory (about 8 KiB), where all 64 queries of a workgroup read them. WIDTH, how many vec4f a key has, and KEYS, a multiple of 4,
// are constants; what is missing of the last vec4f is 0.

struct Sizes {
    tokens: u32,
    // Sorted places of one head, and how many of them make a chunk.
    places: u32,
    length: u32,
    // The first piece of a chunk of this run, and how many pieces of 64 queries a chunk has.
    first: u32,
    pieces: u32,
    // The first head of this run, and how many there are.
    head: u32,
    heads: u32,
    // Columns of one head, and of all.
    width: u32,
    stride: u32,
    causal: u32,
    self_score: f32,
    future_score: f32,
    epsilon: f32,
    // 1 / √width.
    scale: f32,
}

@group(0) @binding(0) var<storage, read> query_key: array<f32>;
@group(0) @binding(1) var<storage, read> value: array<f32>;
// The token at each sorted place of each head: all tokens once a round.
@group(0) @binding(2) var<storage, read> order: array<u32>;
// For each round and token, and each head of this run: what was collected; the largest score, and the sum of the exponentials.
@group(0) @binding(3) var<storage, read_write> collected_rows: array<f32>;
@group(0) @binding(4) var<storage, read_write> softmaxes: array<f32>;
@group(0) @binding(5) var<uniform> sizes: Sizes;

// A value is as wide as a key.
const VALUES = WIDTH;

var<workgroup> key_scales: array<f32, KEYS>;
var<workgroup> key_tokens: array<u32, KEYS>;

fn key_at(place: u32, column: u32) -> vec4f {
    let numbers = vec4f(query_key[place], query_key[place + 1u], query_key[place + 2u], query_key[place + 3u]);
    return select(vec4f(), numbers, columns(column, sizes.width));
}

fn value_at(place: u32, column: u32) -> vec4f {
    let numbers = vec4f(value[place], value[place + 1u], value[place + 2u], value[place + 3u]);
    return select(vec4f(), numbers, columns(column, sizes.width));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
    let piece = sizes.first + group.x;
    let chunk = piece / sizes.pieces;
    let within = piece % sizes.pieces * QUERIES + index;
    let chunks = sizes.places / sizes.length;
    let head = sizes.head + group.y;
    let head_places = head * sizes.places;
    let head_columns = head * sizes.width;

    // Where a query is missing, the chunk's last stands in and is not written.
    let own_place = chunk * sizes.length + min(within, sizes.length - 1u);
    let own_token = order[head_places + own_place];
    var query: array<vec4f, WIDTH>;
    for (var i = 0u; i < WIDTH; i++) {
        query[i] = key_at(own_token * sizes.stride + head_columns + i * 4u, i * 4u);
    }
    var collected: array<vec4f, WIDTH>;
    var largest = LOWEST;
    var sum = 0.0;

    // The keys of the chunk before, unless there is only one, then the chunk's own.
    let before = select(chunk, chunks, chunk == 0u) - 1u;
    let keys = select(2u * sizes.length, sizes.length, chunks == 1u);
    for (var start = 0u; start < keys; start += KEYS) {
        workgroupBarrier();
        for (var place = index; place < KEYS * WIDTH; place += QUERIES) {
            // Of keys beyond the last the last is taken: their weights are 0.
            let key = min(start + place / WIDTH, keys - 1u);
            let in_chunk = chunk * sizes.length + key;
            let in_either = select(before * sizes.length + key, in_chunk - sizes.length, key >= sizes.length);
            let token = order[head_places + select(in_either, in_chunk, chunks == 1u)];
            let column = place % WIDTH * 4u;
            let at = token * sizes.stride + head_columns + column;
            key_tile[place] = key_at(at, column);
            value_tile[place] = value_at(at, column);
            if column == 0u {
                key_tokens[place / WIDTH] = token;
            }
        }
        workgroupBarrier();
        if index < KEYS {
            var square = 0.0;
            for (var i = 0u; i < WIDTH; i++) {
                let numbers = key_tile[index * WIDTH + i];
                square = add_product(square, numbers, numbers);
            }
            key_scales[index] = inverseSqrt(square / f32(sizes.width) + sizes.epsilon) * sizes.scale;
        }
        workgroupBarrier();

        // Four keys at a time.
        for (var key = 0u; key < min(KEYS, keys - start); key += 4u) {
            let tile = key * WIDTH;
            var scores = vec4f();
            for (var i = 0u; i < WIDTH; i++) {
                scores = add_products(scores, query[i], tile + i);
            }
            scores *= vec4f(key_scales[key], key_scales[key + 1u], key_scales[key + 2u], key_scales[key + 3u]);
            let tokens = vec4u(key_tokens[key], key_tokens[key + 1u], key_tokens[key + 2u], key_tokens[key + 3u]);
            let is_future = (tokens > vec4u(own_token)) & vec4<bool>(sizes.causal == 1u);
            scores = select(scores, vec4f(sizes.future_score), is_future);
            scores = select(scores, vec4f(sizes.self_score), tokens == vec4u(own_token));
            let is_seen = start + key + vec4u(0u, 1u, 2u, 3u) < vec4u(keys);
            scores = select(vec4f(LOWEST), scores, is_seen);

            let highest = largest_of(scores);
            if highest > largest {
                let factor = exp(max(largest - highest, FAINTEST));
                sum *= factor;
                for (var i = 0u; i < WIDTH; i++) {
                    collected[i] *= factor;
                }
                largest = highest;
            }
            let weights = weights_of(scores, largest, is_seen);
            sum += (weights.x + weights.y) + (weights.z + weights.w);
            for (var i = 0u; i < WIDTH; i++) {
                collected[i] = add_values(collected[i], weights, tile + i);
            }
        }
    }

    if within < sizes.length {
        let round = own_place / sizes.tokens;
        let row = (round * sizes.tokens + own_token) * sizes.heads + group.y;
        softmaxes[row * 2u] = largest;
        softmaxes[row * 2u + 1u] = sum;
        for (var i = 0u; i < WIDTH; i++) {
            for (var j = 0u; j < 4u; j++) {
                let column = i * 4u + j;
                if column < sizes.width {
                    collected_rows[row * sizes.width + column] = collected[i][j];
                }
            }
        }
    }
}
