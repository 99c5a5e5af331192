// softmax(Q Kᵀ · scale + bias, where seen) V, for heads side by side and sequences one below the other.
//
// An invocation computes the result of one query. Its query, and the values that it has collected so far, are in registers; KEYS keys at a time with their
// values lie in workgroup memory, where all 64 queries of a workgroup read them. WIDTH and VALUES are constants too: how many vec4f a key has, and a value;
// what is missing of the last is 0. KEYS is 16, or 8 where that would take more than 8 KiB, or more than compilers like to unroll.

struct Sizes {
    // Queries and keys of one sequence.
    queries: u32,
    keys: u32,
    // The queries of this run, and its first sequence.
    first: u32,
    end: u32,
    sequence: u32,
    // Columns of one head, and of all.
    width: u32,
    value_width: u32,
    stride: u32,
    value_stride: u32,
    // Key j is in the band of query i when i - before <= j <= i + after.
    before: u32,
    after: u32,
    // Words of a row of the mask; 0 where there is none.
    mask_stride: u32,
    biased: u32,
    scale: f32,
}

@group(0) @binding(0) var<storage, read> query: array<f32>;
@group(0) @binding(1) var<storage, read> key: array<f32>;
@group(0) @binding(2) var<storage, read> value: array<f32>;
// A bit for each key, 1 where it is seen.
@group(0) @binding(3) var<storage, read> mask: array<u32>;
@group(0) @binding(4) var<storage, read> bias: array<f32>;
@group(0) @binding(5) var<storage, read_write> result: array<f32>;
@group(0) @binding(6) var<uniform> sizes: Sizes;

// Four neighbors of a row that begins at `start`. What is read beyond the last column does not count.
fn query_at(start: u32, column: u32) -> vec4f {
    let place = start + column;
    let numbers = vec4f(query[place], query[place + 1u], query[place + 2u], query[place + 3u]);
    return select(vec4f(), numbers, columns(column, sizes.width));
}

fn key_at(start: u32, column: u32) -> vec4f {
    let place = start + column;
    let numbers = vec4f(key[place], key[place + 1u], key[place + 2u], key[place + 3u]);
    return select(vec4f(), numbers, columns(column, sizes.width));
}

fn value_at(start: u32, column: u32) -> vec4f {
    let place = start + column;
    let numbers = vec4f(value[place], value[place + 1u], value[place + 2u], value[place + 3u]);
    return select(vec4f(), numbers, columns(column, sizes.value_width));
}

// A bit for each key of the tile that this query sees.
fn seen_of(row: u32, start: u32) -> u32 {
    let least = max(row - min(row, sizes.before), start);
    let most = min(min(row + sizes.after + 1u, sizes.keys), start + KEYS);
    if most <= least {
        return 0u;
    }
    let seen = ((1u << (most - start)) - 1u) & ~((1u << (least - start)) - 1u);
    if sizes.mask_stride == 0u {
        return seen;
    }
    // A tile begins at a multiple of its keys: its bits are in one word.
    return seen & (mask[row * sizes.mask_stride + start / 32u] >> (start % 32u));
}

// The scores of four keys, scaled and biased; of those that are not seen LOWEST.
fn finish(sums: vec4f, row: u32, key: u32, seen: vec4<bool>) -> vec4f {
    var scores = sums * sizes.scale;
    if sizes.biased == 1u {
        let place = row * sizes.keys + key;
        // Beyond the last key is no bias.
        scores += vec4f(
            bias[select(0u, place, seen.x)],
            bias[select(0u, place + 1u, seen.y)],
            bias[select(0u, place + 2u, seen.z)],
            bias[select(0u, place + 3u, seen.w)],
        );
    }
    return select(vec4f(LOWEST), scores, seen);
}

fn bits(seen: u32, shift: u32) -> vec4<bool> {
    return (vec4u(seen >> shift) & vec4u(1u, 2u, 4u, 8u)) != vec4u();
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
    let top = sizes.first + group.x * QUERIES;
    let bottom = min(top + QUERIES, sizes.end) - 1u;
    let row = top + index;
    let sequence = sizes.sequence + group.z;
    let own_row = sequence * sizes.queries + row;

    var own: array<vec4f, WIDTH>;
    if row <= bottom {
        let start = own_row * sizes.stride + group.y * sizes.width;
        for (var i = 0u; i < WIDTH; i++) {
            own[i] = query_at(start, i * 4u);
        }
    }
    var collected: array<vec4f, VALUES>;
    var largest = LOWEST;
    var sum = 0.0;

    // Only tiles that one of the workgroup's queries sees.
    let begin = (top - min(top, sizes.before)) / KEYS * KEYS;
    let end = min(sizes.keys, bottom + sizes.after + 1u);
    for (var start = begin; start < end; start += KEYS) {
        workgroupBarrier();
        // Of keys beyond the last the last is taken: their weights are 0.
        let base = sequence * sizes.keys;
        for (var place = index; place < KEYS * WIDTH; place += QUERIES) {
            let at = base + min(start + place / WIDTH, sizes.keys - 1u);
            key_tile[place] = key_at(at * sizes.stride + group.y * sizes.width, place % WIDTH * 4u);
        }
        for (var place = index; place < KEYS * VALUES; place += QUERIES) {
            let at = base + min(start + place / VALUES, sizes.keys - 1u);
            value_tile[place] = value_at(at * sizes.value_stride + group.y * sizes.value_width, place % VALUES * 4u);
        }
        workgroupBarrier();

        var seen = 0u;
        if row <= bottom {
            seen = seen_of(row, start);
        }
        if seen != 0u {
            var a = vec4f();
            var b = vec4f();
            var c = vec4f();
            var d = vec4f();
            for (var i = 0u; i < WIDTH; i++) {
                let part = own[i];
                a = add_products(a, part, i);
                b = add_products(b, part, i + 4u * WIDTH);
                if KEYS == 16u {
                    c = add_products(c, part, i + 8u * WIDTH);
                    d = add_products(d, part, i + 12u * WIDTH);
                }
            }
            let seen_a = bits(seen, 0u);
            let seen_b = bits(seen, 4u);
            let seen_c = bits(seen, 8u);
            let seen_d = bits(seen, 12u);
            a = finish(a, row, start, seen_a);
            b = finish(b, row, start + 4u, seen_b);
            c = finish(c, row, start + 8u, seen_c);
            d = finish(d, row, start + 12u, seen_d);

            let highest = largest_of(max(max(a, b), max(c, d)));
            if highest > largest {
                let factor = exp(max(largest - highest, FAINTEST));
                sum *= factor;
                for (var i = 0u; i < VALUES; i++) {
                    collected[i] *= factor;
                }
                largest = highest;
            }
            a = weights_of(a, largest, seen_a);
            b = weights_of(b, largest, seen_b);
            c = weights_of(c, largest, seen_c);
            d = weights_of(d, largest, seen_d);
            let total = (a + b) + (c + d);
            sum += (total.x + total.y) + (total.z + total.w);
            for (var i = 0u; i < VALUES; i++) {
                var numbers = add_values(collected[i], a, i);
                numbers = add_values(numbers, b, i + 4u * VALUES);
                if KEYS == 16u {
                    numbers = add_values(numbers, c, i + 8u * VALUES);
                    numbers = add_values(numbers, d, i + 12u * VALUES);
                }
                collected[i] = numbers;
            }
        }
    }

    if row <= bottom {
        // The largest score of a query that saw anything adds 1; one that saw nothing collected zeros.
        let factor = 1.0 / max(sum, 0.5);
        let start = own_row * sizes.value_stride + group.y * sizes.value_width;
        for (var i = 0u; i < VALUES; i++) {
            let numbers = collected[i] * factor;
            for (var j = 0u; j < 4u; j++) {
                let column = i * 4u + j;
                if column < sizes.value_width {
                    result[start + column] = numbers[j];
                }
            }
        }
    }
}
