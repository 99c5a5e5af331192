//! Laws of sparse attention.

use crate::support::assert_agrees;
use crate::support::draws::numbers;
use crate::support::graphs::reordered_rows;
use crate::support::runs::trace;
use attograph::catalog::{self, Arguments};
use attograph::error::Error;
use attograph::tensor::Tensor;
use proptest::prelude::*;

fn matrix(rows: &[[f64; 2]]) -> Tensor {
    Tensor::matrix(rows).unwrap()
}

/// Two directions, right and up: buckets 0 right, 1 up, 2 left, 3 down.
fn compass() -> Tensor {
    matrix(&[[1.0, 0.0], [0.0, 1.0]])
}

fn buckets_of(x: &Tensor, rotation: &Tensor) -> Vec<f64> {
    let inputs = Arguments::new().with("x", x.clone()).with("rotation", rotation.clone());
    trace("bucket-attention", &inputs).outputs["buckets"].data().to_vec()
}

// Worked numbers.

#[test]
fn s0_w03_the_bucket_of_a_rotated_token() {
    let found =
        trace("bucket-attention", &Arguments::new().with("x", matrix(&[[0.6, -0.8]])).with("rotation", compass()));
    assert_eq!(found.step("bucket.rotated").unwrap().tensor.data(), [0.6, -0.8]);
    assert_eq!(found.outputs["buckets"].data(), [3.0]); // arg max of [0.6, −0.8, −0.6, 0.8]
}

#[test]
fn s0_w04_tokens_that_are_close_can_be_split() {
    let (x, y) = ([-0.69, -0.72], [-0.72, -0.69]);
    let cosine = (x[0] * y[0] + x[1] * y[1]) / (x[0] * x[0] + x[1] * x[1]);
    assert!(cosine > 0.99);
    assert_eq!(buckets_of(&matrix(&[x, y]), &compass()), [3.0, 2.0]);
}

#[test]
fn s0_e21_a_true_rotation_and_a_random_matrix_collide_differently() {
    // At an angle of 90° a rotation never puts both into one of four buckets; a Gaussian matrix does, about one time in four.
    let (x, y) = ([1.0, 0.0], [0.0, 1.0]);
    let mut collisions = [0, 0];
    for seed in 0..2000 {
        let gaussian = numbers(&[2, 2], seed);
        let angle = gaussian.data()[0];
        let rotation = matrix(&[[angle.cos(), -angle.sin()], [angle.sin(), angle.cos()]]);
        for (count, rotation) in collisions.iter_mut().zip([rotation, gaussian]) {
            let buckets = buckets_of(&matrix(&[x, y]), &rotation);
            *count += usize::from(buckets[0] == buckets[1]);
        }
    }
    assert_eq!(collisions[0], 0);
    assert!((collisions[1] as f64 / 2000.0 - 0.249).abs() < 0.04, "{collisions:?}");
}

#[test]
fn a_tie_goes_to_the_first_direction_and_zero_to_bucket_zero() {
    assert_eq!(buckets_of(&matrix(&[[1.0, 1.0], [0.0, 0.0], [-1.0, 1.0]]), &compass()), [0.0, 0.0, 1.0]);
}

// Attention within buckets.

prop_compose! {
    fn bucket_case()(n in 1usize..9, d in 1usize..5, half in 1usize..4, seed: u64) -> (Tensor, Tensor, Tensor) {
        (numbers(&[n, d], seed), numbers(&[n, 2], seed ^ 1), numbers(&[d, half], seed ^ 2))
    }
}

fn bucket_inputs((x, value, rotation): &(Tensor, Tensor, Tensor)) -> Arguments {
    Arguments::new().with("x", x.clone()).with("value", value.clone()).with("rotation", rotation.clone())
}

proptest! {
    #[test]
    fn attention_stays_within_the_bucket_and_sums_to_one(case in bucket_case()) {
        let found = trace("bucket-attention", &bucket_inputs(&case));
        let buckets = found.outputs["buckets"].data();
        for (i, row) in found.outputs["weights"].data().chunks(buckets.len()).enumerate() {
            prop_assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            for (j, &weight) in row.iter().enumerate() {
                prop_assert_eq!(weight > 0.0, buckets[i] == buckets[j]);
            }
        }
        prop_assert!(found.notices.is_empty());
    }

    #[test]
    fn attention_within_buckets_agrees_with_a_loop_over_each_bucket(case in bucket_case()) {
        let (x, value, rotation) = &case;
        let found = trace("bucket-attention", &bucket_inputs(&case));
        let (n, d, half) = (x.shape()[0], x.shape()[1], rotation.shape()[1]);
        let at = |tensor: &Tensor, i: usize, j: usize| tensor.get(&[i, j]).unwrap();
        let bucket = |i: usize| -> usize {
            let along: Vec<f64> = (0..half).map(|u| (0..d).map(|k| at(x, i, k) * at(rotation, k, u)).sum()).collect();
            let all: Vec<f64> = along.iter().copied().chain(along.iter().map(|value| -value)).collect();
            (0..all.len()).rev().max_by(|&a, &b| all[a].total_cmp(&all[b])).unwrap()
        };
        let mut output = Vec::new();
        for i in 0..n {
            let fellows: Vec<usize> = (0..n).filter(|&j| bucket(j) == bucket(i)).collect();
            let score = |j: usize| (0..d).map(|k| at(x, i, k) * at(x, j, k)).sum::<f64>() / (d as f64).sqrt();
            let total: f64 = fellows.iter().map(|&j| score(j).exp()).sum();
            for column in 0..2 {
                output.push(fellows.iter().map(|&j| score(j).exp() / total * at(value, j, column)).sum());
            }
            prop_assert_eq!(found.outputs["buckets"].data()[i], bucket(i) as f64);
        }
        assert_agrees(&found.outputs["output"], &Tensor::new(vec![n, 2], output).unwrap(), "output");
    }

    #[test]
    fn one_bucket_is_full_attention(case in bucket_case()) {
        // All numbers positive and one positive direction: every token points along it.
        let positive = |tensor: &Tensor| {
            Tensor::new(tensor.shape().to_vec(), tensor.data().iter().map(|value| value.abs() + 0.1).collect()).unwrap()
        };
        let (x, value, rotation) = (positive(&case.0), case.1.clone(), positive(&case.2));
        let ones = Tensor::new(vec![rotation.shape()[0], 1], vec![1.0; rotation.shape()[0]]).unwrap();
        let found = trace("bucket-attention", &bucket_inputs(&(x.clone(), value.clone(), ones)));
        let full = Arguments::new().with("query", x.clone()).with("key", x).with("value", value);
        prop_assert_eq!(&found.outputs["output"], &trace("scaled-dot-product-attention", &full).outputs["output"]);
    }

    #[test]
    fn buckets_depend_on_direction_and_not_on_length(case in bucket_case(), scale in 0.1f64..10.0) {
        let (x, _, rotation) = &case;
        let scaled = |factor: f64| {
            Tensor::new(x.shape().to_vec(), x.data().iter().map(|value| value * factor).collect()).unwrap()
        };
        let half = rotation.shape()[1] as f64;
        let buckets = buckets_of(x, rotation);
        prop_assert_eq!(&buckets_of(&scaled(scale), rotation), &buckets);
        let opposite: Vec<f64> = buckets.iter().map(|bucket| (bucket + half) % (2.0 * half)).collect();
        prop_assert_eq!(buckets_of(&scaled(-1.0), rotation), opposite);
    }

    #[test]
    fn attention_within_buckets_is_equivariant_to_order(
        (case, order) in bucket_case().prop_flat_map(|case| {
            let order: Vec<usize> = (0..case.0.shape()[0]).collect();
            (Just(case), Just(order).prop_shuffle())
        })
    ) {
        let (x, value, rotation) = &case;
        let output = |case: &(Tensor, Tensor, Tensor)| trace("bucket-attention", &bucket_inputs(case)).outputs["output"].clone();
        let moved = (reordered_rows(x, &order), reordered_rows(value, &order), rotation.clone());
        assert_agrees(&output(&moved), &reordered_rows(&output(&case), &order), "output");
    }

    #[test]
    fn without_values_the_tokens_are_the_values(case in bucket_case()) {
        let (x, _, rotation) = &case;
        let inputs = Arguments::new().with("x", x.clone()).with("rotation", rotation.clone());
        let named = inputs.clone().with("value", x.clone());
        prop_assert_eq!(&trace("bucket-attention", &inputs).outputs, &trace("bucket-attention", &named).outputs);
    }
}

// LSH attention.

#[derive(Clone, Debug)]
struct Lsh {
    n: usize,
    heads: usize,
    size: usize,
    rounds: usize,
    half: usize,
    chunk: usize,
    causal: bool,
    x: Tensor,
    w_query_key: Tensor,
    w_value: Tensor,
    rotations: Tensor,
}

prop_compose! {
    fn lsh_case()(
        (n, rounds, chunk) in (0usize..11, 1usize..4, 1usize..6)
            .prop_filter("whole chunks", |(n, rounds, chunk)| n <= chunk || n * rounds % chunk == 0),
        heads in 1usize..4,
        size in 1usize..4,
        half in 1usize..4,
        causal: bool,
        seed: u64,
    ) -> Lsh {
        Lsh {
            n, heads, size, rounds, half, chunk, causal,
            x: numbers(&[n, 3], seed),
            w_query_key: numbers(&[3, heads * size], seed ^ 1),
            w_value: numbers(&[3, heads * size], seed ^ 2),
            rotations: numbers(&[heads, size, rounds, half], seed ^ 3),
        }
    }
}

impl Lsh {
    fn inputs(&self) -> Arguments {
        Arguments::new()
            .with("x", self.x.clone())
            .with("wQueryKey", self.w_query_key.clone())
            .with("wValue", self.w_value.clone())
            .with("rotations", self.rotations.clone())
            .with("heads", self.heads as f64)
            .with("headSize", self.size as f64)
            .with("nBuckets", self.half as f64 * 2.0)
            .with("nHashes", self.rounds as f64)
            .with("chunkLength", self.chunk as f64)
            .with("causal", self.causal)
    }

    fn projected(&self, w: &Tensor, head: usize, i: usize) -> Vec<f64> {
        let column =
            |k: usize| (0..3).map(|f| self.x.get(&[i, f]).unwrap() * w.get(&[f, head * self.size + k]).unwrap()).sum();
        (0..self.size).map(column).collect()
    }

    fn bucket(&self, head: usize, round: usize, query: &[f64]) -> usize {
        let along: Vec<f64> = (0..self.half)
            .map(|u| query.iter().enumerate().map(|(k, q)| q * self.rotations.get(&[head, k, round, u]).unwrap()).sum())
            .collect();
        let all: Vec<f64> = along.iter().copied().chain(along.iter().map(|value| -value)).collect();
        (0..all.len()).rev().max_by(|&a, &b| all[a].total_cmp(&all[b])).unwrap()
    }

    /// What one query takes from the keys at the given positions, and its log-sum-exp.
    fn attend(&self, head: usize, i: usize, keys: &[usize]) -> (Vec<f64>, f64) {
        let query = self.projected(&self.w_query_key, head, i);
        let score = |j: usize| -> f64 {
            if j == i {
                return -1e5;
            }
            if self.causal && j > i {
                return -1e9;
            }
            let key = self.projected(&self.w_query_key, head, j);
            let mean_square = key.iter().map(|value| value * value).sum::<f64>() / self.size as f64;
            let factor = 1.0 / (mean_square + 1e-6).sqrt() / (self.size as f64).sqrt();
            query.iter().zip(&key).map(|(q, k)| q * k * factor).sum()
        };
        let scores: Vec<f64> = keys.iter().map(|&j| score(j)).collect();
        let logit = log_sum_exp(&scores);
        let mut output = vec![0.0; self.size];
        for (&j, score) in keys.iter().zip(&scores) {
            for (sum, value) in output.iter_mut().zip(self.projected(&self.w_value, head, j)) {
                *sum += (score - logit).exp() * value;
            }
        }
        (output, logit)
    }

    /// The keys that each token finds in any round of one head.
    fn found(&self, head: usize) -> Vec<Vec<usize>> {
        if self.n <= self.chunk {
            return vec![(0..self.n).collect(); self.n];
        }
        let chunks = self.chunks(head);
        let mut found = vec![std::collections::BTreeSet::new(); self.n];
        for (number, chunk) in chunks.iter().enumerate() {
            let before = &chunks[(number + chunks.len() - 1) % chunks.len()];
            for &(_, _, i) in chunk {
                found[i].extend(before.iter().chain(chunk).map(|&(_, _, key)| key));
            }
        }
        found.into_iter().map(|keys| keys.into_iter().collect()).collect()
    }

    /// Round, bucket and position of every entry of one head, sorted and cut.
    fn chunks(&self, head: usize) -> Vec<Vec<(usize, usize, usize)>> {
        let mut sorted: Vec<(usize, usize, usize)> = (0..self.rounds)
            .flat_map(|round| (0..self.n).map(move |i| (round, i)))
            .map(|(round, i)| (round, self.bucket(head, round, &self.projected(&self.w_query_key, head, i)), i))
            .collect();
        sorted.sort();
        sorted.chunks(self.chunk).map(<[_]>::to_vec).collect()
    }

    /// The output of one head, following the order of work of Hugging Face transformers.
    fn oracle(&self, head: usize) -> Vec<Vec<f64>> {
        if self.n <= self.chunk {
            let everything: Vec<usize> = (0..self.n).collect();
            return (0..self.n).map(|i| self.attend(head, i, &everything).0).collect();
        }
        let chunks = self.chunks(head);
        let mut rounds: Vec<Vec<(Vec<f64>, f64)>> = vec![vec![(Vec::new(), 0.0); self.n]; self.rounds];
        for (number, chunk) in chunks.iter().enumerate() {
            let before = &chunks[(number + chunks.len() - 1) % chunks.len()];
            let keys: Vec<usize> = before.iter().chain(chunk).map(|&(_, _, i)| i).collect();
            for &(round, _, i) in chunk {
                rounds[round][i] = self.attend(head, i, &keys);
            }
        }
        (0..self.n)
            .map(|i| {
                let logits: Vec<f64> = rounds.iter().map(|round| round[i].1).collect();
                let total = log_sum_exp(&logits);
                (0..self.size)
                    .map(|k| rounds.iter().map(|round| (round[i].1 - total).exp() * round[i].0[k]).sum())
                    .collect()
            })
            .collect()
    }
}

fn log_sum_exp(numbers: &[f64]) -> f64 {
    let largest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    largest + numbers.iter().map(|number| (number - largest).exp()).sum::<f64>().ln()
}

proptest! {
    #[test]
    fn lsh_attention_agrees_with_loops_over_chunks_and_rounds(case in lsh_case()) {
        let found = trace("lsh-attention", &case.inputs());
        let width = case.heads * case.size;
        let mut expected = vec![0.0; case.n * width];
        for head in 0..case.heads {
            for (i, row) in case.oracle(head).iter().enumerate() {
                expected[i * width + head * case.size..][..case.size].copy_from_slice(row);
            }
        }
        assert_agrees(&found.outputs["output"], &Tensor::new(vec![case.n, width], expected).unwrap(), "output");
        for head in 0..case.heads {
            for round in 0..case.rounds {
                for i in 0..case.n {
                    let bucket = case.bucket(head, round, &case.projected(&case.w_query_key, head, i));
                    prop_assert_eq!(found.outputs["buckets"].get(&[head, round, i]), Some(bucket as f64));
                }
            }
        }
    }

    #[test]
    fn keys_that_count_once_are_one_softmax_over_all_that_were_found(case in lsh_case()) {
        let found = trace("lsh-attention", &case.inputs().with("repeatedKeys", "once"));
        let width = case.heads * case.size;
        let mut expected = vec![0.0; case.n * width];
        for head in 0..case.heads {
            for (i, seen) in case.found(head).iter().enumerate() {
                let row = case.attend(head, i, seen).0;
                expected[i * width + head * case.size..][..case.size].copy_from_slice(&row);
            }
        }
        assert_agrees(&found.outputs["output"], &Tensor::new(vec![case.n, width], expected).unwrap(), "output");
    }

    #[test]
    fn the_same_round_twice_changes_nothing_where_keys_count_once(case in lsh_case()) {
        prop_assume!(case.n > case.chunk && case.n % case.chunk == 0);
        let half = case.rotations.element_count() / (case.heads * case.size * case.rounds);
        let round = |rows: usize| -> Vec<f64> {
            let each = case.rotations.data().chunks(case.rounds * half).map(|rounds| &rounds[..half]);
            each.flat_map(|round| round.repeat(rows)).collect()
        };
        let output = |rounds: usize| {
            let rotations = Tensor::new(vec![case.heads, case.size, rounds, half], round(rounds)).unwrap();
            let once = Lsh { rounds, rotations, ..case.clone() };
            trace("lsh-attention", &once.inputs().with("repeatedKeys", "once")).outputs["output"].clone()
        };
        assert_agrees(&output(2), &output(1), "output");
    }

    #[test]
    fn the_sort_is_by_round_bucket_and_position_and_undoing_it_gives_the_identity(case in lsh_case()) {
        let found = trace("lsh-attention", &case.inputs());
        let (order, undo) = (&found.outputs["sortOrder"], &found.step("lsh.undo-sort").unwrap().tensor);
        let places = order.shape()[1];
        for head in 0..case.heads {
            let key = |place: usize| {
                let entry = order.get(&[head, place]).unwrap() as usize;
                let (round, position) = (entry / case.n, entry % case.n);
                (round, found.outputs["buckets"].get(&[head, round, position]).unwrap() as usize, position)
            };
            for place in 1..places {
                prop_assert!(key(place - 1) < key(place));
            }
            for place in 0..places {
                let (round, _, position) = key(place);
                prop_assert_eq!(undo.get(&[head, round, position]), Some(place as f64));
            }
        }
    }

    #[test]
    fn rows_and_rounds_sum_to_one_and_a_token_attends_to_itself_only_when_alone(case in lsh_case()) {
        let found = trace("lsh-attention", &case.inputs());
        let weights = &found.outputs["weights"];
        let position = &found.step("lsh.position").unwrap().tensor;
        let seen = &found.step("lsh.window-position").unwrap().tensor;
        let &[_, chunks, width, window] = weights.shape() else { panic!("weights have four axes") };
        for head in 0..case.heads {
            for (chunk, within) in (0..chunks).flat_map(|chunk| (0..width).map(move |within| (chunk, within))) {
                let own = position.get(&[head, chunk * width + within]).unwrap();
                let keys: Vec<f64> = (0..window).map(|j| seen.get(&[head, chunk, j]).unwrap()).collect();
                let alone = keys.iter().all(|&key| key == own || case.causal && key > own);
                let row: Vec<f64> = (0..window).map(|j| weights.get(&[head, chunk, within, j]).unwrap()).collect();
                prop_assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                for (&key, &weight) in keys.iter().zip(&row) {
                    if key == own {
                        prop_assert_eq!(weight > 0.0, alone);
                    } else if case.causal && key > own {
                        prop_assert_eq!(weight, 0.0);
                    }
                }
            }
        }
        let rounds = &found.step("lsh.round-weights").unwrap().tensor;
        let sums = &found.step("lsh.round-sum").unwrap().tensor;
        for head in 0..case.heads {
            for i in 0..case.n {
                let sum: f64 = (0..rounds.shape()[1]).map(|round| rounds.get(&[head, round, i]).unwrap()).sum();
                prop_assert!((sum - 1.0).abs() < 1e-12);
                prop_assert!(sums.get(&[head, i]).unwrap() >= 1.0);
            }
        }
    }

    #[test]
    fn in_one_chunk_later_tokens_have_no_influence(case in lsh_case(), at in 0usize..5) {
        let case = Lsh { chunk: case.n.max(1), causal: true, ..case };
        let before = &trace("lsh-attention", &case.inputs()).outputs["output"];
        let width = case.heads * case.size;
        let mut data = case.x.data().to_vec();
        for value in data.iter_mut().skip(3 * (at + 1)) {
            *value += 1.0;
        }
        let moved = Lsh { x: Tensor::new(vec![case.n, 3], data).unwrap(), ..case.clone() };
        let after = &trace("lsh-attention", &moved.inputs()).outputs["output"];
        let rows = case.n.min(at + 1);
        let past = |output: &Tensor| Tensor::new(vec![rows, width], output.data()[..rows * width].to_vec()).unwrap();
        assert_agrees(&past(after), &past(before), "the past");
    }

    #[test]
    fn in_one_chunk_neither_the_buckets_nor_the_rounds_matter(case in lsh_case(), seed: u64) {
        let case = Lsh { chunk: case.n.max(1), ..case };
        let rounds = case.rounds + 1;
        let other = Lsh { rounds, rotations: numbers(&[case.heads, case.size, rounds, case.half], seed), ..case.clone() };
        let output = |case: &Lsh| trace("lsh-attention", &case.inputs()).outputs["output"].clone();
        assert_agrees(&output(&other), &output(&case), "output");
    }

    #[test]
    fn heads_are_independent(case in lsh_case()) {
        let found = trace("lsh-attention", &case.inputs());
        for head in 0..case.heads {
            let columns = |w: &Tensor| {
                let cell = |f: usize, k: usize| w.get(&[f, head * case.size + k]).unwrap();
                let data = (0..3).flat_map(|f| (0..case.size).map(move |k| cell(f, k))).collect();
                Tensor::new(vec![3, case.size], data).unwrap()
            };
            let each = case.size * case.rounds * case.half;
            let own = case.rotations.data()[head * each..(head + 1) * each].to_vec();
            let alone = Lsh {
                heads: 1,
                w_query_key: columns(&case.w_query_key),
                w_value: columns(&case.w_value),
                rotations: Tensor::new(vec![1, case.size, case.rounds, case.half], own).unwrap(),
                ..case.clone()
            };
            let alone = trace("lsh-attention", &alone.inputs());
            for i in 0..case.n {
                for k in 0..case.size {
                    let together = found.outputs["output"].get(&[i, head * case.size + k]);
                    prop_assert_eq!(together, alone.outputs["output"].get(&[i, k]));
                }
            }
        }
    }

    #[test]
    fn options_that_follow_from_the_shapes_can_be_omitted(case in lsh_case()) {
        let said = trace("lsh-attention", &case.inputs());
        let mut inputs = Arguments::new().with("heads", case.heads as f64).with("chunkLength", case.chunk as f64);
        for (name, tensor) in [
            ("x", &case.x),
            ("wQueryKey", &case.w_query_key),
            ("wValue", &case.w_value),
            ("rotations", &case.rotations),
        ] {
            inputs = inputs.with(name, tensor.clone());
        }
        prop_assert_eq!(&trace("lsh-attention", &inputs.with("causal", case.causal)).outputs, &said.outputs);
    }
}

// Edge policies.

fn small() -> Lsh {
    let plain = numbers(&[4, 3], 1);
    Lsh {
        n: 4,
        heads: 1,
        size: 3,
        rounds: 1,
        half: 1,
        chunk: 2,
        causal: false,
        x: plain,
        w_query_key: numbers(&[3, 3], 2),
        w_value: numbers(&[3, 3], 3),
        rotations: numbers(&[1, 3, 1, 1], 4),
    }
}

fn error(inputs: &Arguments) -> Error {
    *catalog::trace("lsh-attention", inputs).expect_err("an input that does not fit")
}

#[test]
fn places_that_do_not_fill_whole_chunks_are_an_error() {
    let found = error(&small().inputs().with("chunkLength", 3.0));
    assert!(matches!(found, Error::NotDivisible { size: 4, divisor: 3, .. }), "{found}");
    // Over three rounds they do fill them.
    let thrice = Lsh { rounds: 3, chunk: 3, rotations: numbers(&[1, 3, 3, 1], 4), ..small() };
    assert_eq!(trace("lsh-attention", &thrice.inputs()).outputs["weights"].shape(), [1, 4, 3, 6]);
}

#[test]
fn buckets_come_in_pairs() {
    let found = error(&small().inputs().with("nBuckets", 3.0));
    assert!(matches!(&found, Error::NotDivisible { input, size: 3, divisor: 2, .. } if input == "nBuckets"), "{found}");
    assert_eq!(error(&small().inputs().with("nBuckets", 0.0)).code(), "out-of-range");
    let found = error(&small().inputs().with("nBuckets", 4.0));
    assert!(matches!(&found, Error::ShapeMismatch { input, axis: 3, .. } if input == "rotations"), "{found}");
}

#[test]
fn rotations_must_agree_with_heads_and_rounds() {
    for (name, axis) in [("headSize", 1), ("nHashes", 2)] {
        let found = error(&small().inputs().with(name, 2.0));
        let named =
            matches!(&found, Error::ShapeMismatch { input, .. } if input == "rotations" || input == "wQueryKey");
        assert!(named, "{name}, axis {axis}: {found}");
    }
    assert_eq!(error(&small().inputs().with("heads", 2.0).with("headSize", 2.0)).code(), "shape-mismatch");
}

#[test]
fn an_epsilon_must_be_positive() {
    assert_eq!(error(&small().inputs().with("epsilon", 0.0)).code(), "out-of-range");
    assert_eq!(error(&small().inputs().with("epsilon", f64::NAN)).code(), "non-finite");
}

#[test]
fn no_token_gives_an_empty_result_and_one_token_keeps_its_value() {
    let nothing = Lsh { n: 0, x: Tensor::new(vec![0, 3], vec![]).unwrap(), ..small() };
    assert_eq!(trace("lsh-attention", &nothing.inputs()).outputs["output"].shape(), [0, 3]);
    let single = Lsh { n: 1, x: numbers(&[1, 3], 5), ..small() };
    let found = trace("lsh-attention", &single.inputs());
    assert_eq!(found.outputs["output"].data(), found.step("lsh.value").unwrap().tensor.data());
}

#[test]
fn a_zero_vector_has_a_bucket_and_a_key() {
    let zeros = Lsh { x: Tensor::new(vec![4, 3], vec![0.0; 12]).unwrap(), ..small() };
    let found = trace("lsh-attention", &zeros.inputs());
    assert_eq!(found.outputs["buckets"].data(), [0.0; 4]);
    assert_eq!(found.outputs["output"].data(), [0.0; 12]);
    assert!(found.notices.is_empty());
}

#[test]
fn the_first_chunk_looks_back_to_the_last() {
    let found = trace("lsh-attention", &Lsh { n: 6, x: numbers(&[6, 3], 6), ..small() }.inputs());
    assert_eq!(
        found.step("lsh.window").unwrap().tensor.data(),
        [4.0, 5.0, 0.0, 1.0, 0.0, 1.0, 2.0, 3.0, 2.0, 3.0, 4.0, 5.0]
    );
}

#[test]
fn a_sequence_as_long_as_a_chunk_is_one_chunk_without_a_neighbor() {
    for rounds in [1, 3] {
        let rotations = numbers(&[1, 3, rounds, 1], 4);
        let found = trace("lsh-attention", &Lsh { chunk: 4, rounds, rotations, ..small() }.inputs());
        assert_eq!(found.step("lsh.window").unwrap().tensor.data(), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(found.step("lsh.round-weights").unwrap().tensor.data(), [1.0; 4]);
    }
}

#[test]
fn the_future_is_determined_by_position_and_not_by_sorted_place() {
    let found = trace("lsh-attention", &Lsh { causal: true, ..small() }.inputs());
    let position = &found.step("lsh.position").unwrap().tensor;
    let seen = &found.step("lsh.window-position").unwrap().tensor;
    let future = &found.step("lsh.future").unwrap().tensor;
    let mut later = 0;
    for offset in 0..future.data().len() {
        let index = future.index_of(offset);
        let own = position.get(&[0, index[1] * 2 + index[2]]).unwrap();
        let is_later = seen.get(&[0, index[1], index[3]]).unwrap() > own;
        assert_eq!(future.data()[offset] == 1.0, is_later);
        later += usize::from(is_later);
    }
    assert_eq!(later, 6); // both chunks see all four tokens: three, two, one and no token lie behind
}

#[test]
fn a_row_without_any_key_is_reported_by_its_token() {
    // One token whose score for itself is −∞: only an infinity that is let through does that.
    let single = Lsh { n: 1, x: numbers(&[1, 3], 5), ..small() };
    let inputs = single.inputs().with("selfScore", f64::NEG_INFINITY).with("nonFinite", "propagate");
    let found = trace("lsh-attention", &inputs);
    assert_eq!(found.outputs["output"].data(), [0.0; 3]);
    assert_eq!(found.notices.first().map(|notice| notice.code), Some("fully-masked-row"));
}

#[test]
fn a_bucket_needs_a_direction_and_a_token_a_width() {
    let x = numbers(&[3, 2], 1);
    let flat = Arguments::new().with("x", x.clone()).with("rotation", Tensor::new(vec![2, 0], vec![]).unwrap());
    assert_eq!(catalog::trace("bucket-attention", &flat).unwrap_err().code(), "out-of-range");
    let short = Arguments::new().with("x", x.clone()).with("rotation", compass()).with("value", numbers(&[2, 2], 2));
    let found = catalog::trace("bucket-attention", &short).unwrap_err();
    assert!(matches!(&*found, Error::ShapeMismatch { input, axis: 0, expected: 3, found: 2, .. } if input == "value"));
    let none = Tensor::new(vec![0, 2], vec![]).unwrap();
    let found = trace("bucket-attention", &Arguments::new().with("x", none).with("rotation", compass()));
    assert_eq!(found.outputs["weights"].shape(), [0, 0]);
}
