//! Polls on transformers: which computations are parallel, which are sequential, and the sources of queries, keys and values.

use crate::error::Result;
use crate::lecture::inputs::{Input, Inputs};
use crate::lecture::poll::{Decided, Evidence, Judgement, Poll, Ran, Statement, largest_difference};

use Decided::{ByArgument, ByRun};
use Input::{Flag, Matrix, Number};
use Judgement::{One, Several};

const ATTENTION: &str = "scaled-dot-product-attention";
const HEADS: &str = "multi-head-attention";

const TOKENS: Input = Matrix(2, &[1.0, 0.0, 0.0, 2.0, 1.0, 1.0]);
const SEQUENCE: Inputs = &[("query", TOKENS), ("key", TOKENS), ("value", TOKENS)];

/// A batch of two sequences of two tokens.
const BATCH: [Input; 2] = [Matrix(2, &[1.0, 0.0, 0.0, 2.0]), Matrix(2, &[1.0, 1.0, 3.0, 0.0])];
/// Its four tokens in one sequence.
const TOGETHER: Input = Matrix(2, &[1.0, 0.0, 0.0, 2.0, 1.0, 1.0, 3.0, 0.0]);

/// Projections that differ, for one head of width 2 or for two of width 1.
const PROJECTED: Inputs = &[
    ("x", TOKENS),
    ("heads", Number(1.0)),
    ("wQuery", Matrix(2, &[1.0, 0.0, 0.0, -1.0])),
    ("wKey", Matrix(2, &[1.0, 1.0, 0.0, 1.0])),
    ("wValue", Matrix(2, &[0.0, 1.0, 2.0, 0.0])),
    ("wOutput", Matrix(2, &[1.0, 0.0, 0.0, 1.0])),
];

/// Bound of the rounding error of a sum.
const ROUNDING: f64 = 1e-12;

/// Statements on parallelism, positions, heads and cross-attention.
pub static TRANSFORMER: Poll = Poll {
    id: "S1-P2",
    part: "transformer",
    options: &[
        Statement {
            id: "a",
            decided: ByArgument,
            judged: Several(&[
                ("batch", |evidence| Ok(scores_of_the_batch(evidence)? == scores_of_all_tokens_together(evidence)?)),
                ("sequence", |evidence| {
                    let other = Matrix(2, &[1.0, 0.0, 0.0, 2.0, 5.0, 1.0]);
                    let (one, two) = first_outputs(evidence, SEQUENCE, other)?;
                    Ok(evidence.note("heard-from-own-sequence", largest_difference(&one, &two)) > 0.0)
                }),
            ]),
        },
        Statement { id: "b", decided: ByRun, judged: One(|evidence| Ok(heard_from_word_before(evidence)? == 0.0)) },
        Statement {
            id: "c",
            decided: ByArgument,
            judged: One(|evidence| Ok(all_at_once_against_one_by_one(evidence)? < ROUNDING)),
        },
        Statement {
            id: "d",
            decided: ByArgument,
            judged: Several(&[
                ("creates", |evidence| Ok(alone_against_together(evidence)? > ROUNDING)),
                ("restores", tells_the_order),
            ]),
        },
        Statement {
            id: "e",
            decided: ByRun,
            judged: One(|evidence| {
                // A segment of the input would not change with a feature of another segment.
                let last = [("x", Matrix(2, &[1.0, 5.0, 0.0, 2.0, 1.0, 1.0]))];
                let first = [("x", Matrix(2, &[4.0, 0.0, 0.0, 2.0, 1.0, 1.0]))];
                let whole = evidence.run(HEADS, PROJECTED, &[])?;
                let mut heard = |id, change: &[(&str, Input)]| -> Result<f64> {
                    let run = evidence.run(HEADS, PROJECTED, change)?;
                    let difference =
                        largest_difference(whole.numbers("multi-head.key")?, run.numbers("multi-head.key")?);
                    Ok(evidence.note(id, difference))
                };
                let key_of_first = heard("key-hears-first-feature", &first)?;
                let key_of_last = heard("key-hears-last-feature", &last)?;
                Ok(key_of_first == 0.0 || key_of_last == 0.0)
            }),
        },
        Statement {
            id: "f",
            decided: ByRun,
            judged: One(|evidence| {
                let run = evidence.run(HEADS, PROJECTED, &[("heads", Number(2.0))])?;
                let first = evidence.note_cell("first-head", &run, "multi-head.weights", &[0, 0, 0])?;
                let second = evidence.note_cell("second-head", &run, "multi-head.weights", &[1, 0, 0])?;
                Ok((first - second).abs() > ROUNDING)
            }),
        },
        Statement { id: "g", decided: ByRun, judged: One(encoder_asks) },
    ],
};

/// The number of scores of a batch: its scores have the shape (B, T, T), so that each sequence is a run of its own.
fn scores_of_the_batch(evidence: &mut Evidence) -> Result<f64> {
    let mut scores = 0;
    for sequence in BATCH {
        let run = evidence.run(ATTENTION, &[("query", sequence), ("key", sequence), ("value", sequence)], &[])?;
        scores += run.numbers("attention.scores")?.len();
    }
    Ok(evidence.note("scores-of-the-batch", scores as f64))
}

/// The number of scores if every token attended to every other token of the batch.
fn scores_of_all_tokens_together(evidence: &mut Evidence) -> Result<f64> {
    let run = evidence.run(ATTENTION, &[("query", TOGETHER), ("key", TOGETHER), ("value", TOGETHER)], &[])?;
    Ok(evidence.note("scores-of-all-pairs", run.numbers("attention.scores")?.len() as f64))
}

/// The first row of the output, for the tokens and for `other`.
fn first_outputs(evidence: &mut Evidence, inputs: Inputs, other: Input) -> Result<(Vec<f64>, Vec<f64>)> {
    let one = evidence.run(ATTENTION, inputs, &[])?;
    let two = evidence.run(ATTENTION, inputs, &[("query", other), ("key", other), ("value", other)])?;
    Ok((one.row("attention.output", 0)?.to_vec(), two.row("attention.output", 0)?.to_vec()))
}

/// The change of the output at the last word with the preceding word, which does not exist before it is generated.
fn heard_from_word_before(evidence: &mut Evidence) -> Result<f64> {
    let other = Matrix(2, &[1.0, 0.0, 3.0, -1.0, 1.0, 1.0]);
    let one = evidence.run(ATTENTION, SEQUENCE, &[("causal", Flag(true))])?;
    let two = evidence.run(ATTENTION, SEQUENCE, &[("key", other), ("value", other), ("causal", Flag(true))])?;
    let difference = largest_difference(one.row("attention.output", 2)?, two.row("attention.output", 2)?);
    Ok(evidence.note("heard-from-word-before", difference))
}

/// The largest difference between one causal run over all words and a run for each word over those so far.
fn all_at_once_against_one_by_one(evidence: &mut Evidence) -> Result<f64> {
    let whole = evidence.run(ATTENTION, SEQUENCE, &[("causal", Flag(true))])?;
    let so_far: [Inputs; 3] =
        [&[("query", ONE), ("key", ONE), ("value", ONE)], &[("query", TWO), ("key", TWO), ("value", TWO)], SEQUENCE];
    let mut largest = 0.0f64;
    for (word, inputs) in so_far.into_iter().enumerate() {
        let run = evidence.run(ATTENTION, inputs, &[])?;
        let (at_once, alone) = (whole.row("attention.output", word)?, run.row("attention.output", word)?);
        largest = largest.max(largest_difference(at_once, alone));
    }
    Ok(evidence.note("at-once-against-one-by-one", largest))
}

/// Without positions: the largest difference between the outputs of all queries together and those of each query alone.
fn alone_against_together(evidence: &mut Evidence) -> Result<f64> {
    let together = evidence.run(ATTENTION, SEQUENCE, &[])?;
    let mut largest = 0.0f64;
    let queries = [ONE, Matrix(2, &[0.0, 2.0]), Matrix(2, &[1.0, 1.0])];
    for (token, query) in queries.into_iter().enumerate() {
        let inputs = [("query", query), ("key", TOKENS), ("value", TOKENS)];
        let alone = evidence.run(ATTENTION, &inputs, &[])?;
        let pair = (together.row("attention.output", token)?, alone.row("attention.output", 0)?);
        largest = largest.max(largest_difference(pair.0, pair.1));
    }
    Ok(evidence.note("together-against-alone", largest))
}

/// Whether the output of attention depends on the order of the tokens with positions, and does not without.
fn tells_the_order(evidence: &mut Evidence) -> Result<bool> {
    // The first two tokens exchanged; positions, which are not exchanged, are added to them.
    let without = exchanged(evidence, TOKENS, Matrix(2, &[0.0, 2.0, 1.0, 0.0, 1.0, 1.0]))?;
    let with =
        exchanged(evidence, Matrix(2, &[1.0, 1.0, 1.0, 2.0, 2.0, 0.0]), Matrix(2, &[0.0, 3.0, 2.0, 0.0, 2.0, 0.0]))?;
    let without = evidence.note("order-without-positions", without);
    let with = evidence.note("order-with-positions", with);
    Ok(without < ROUNDING && with > ROUNDING)
}

/// The difference of the first token's output from its output as the second token.
fn exchanged(evidence: &mut Evidence, one: Input, other: Input) -> Result<f64> {
    let before = evidence.run(ATTENTION, &[("query", one), ("key", one), ("value", one)], &[])?;
    let after = evidence.run(ATTENTION, &[("query", other), ("key", other), ("value", other)], &[])?;
    Ok(largest_difference(before.row("attention.output", 0)?, after.row("attention.output", 1)?))
}

/// Whether queries come from the encoder's output, and keys and values from the decoder.
fn encoder_asks(evidence: &mut Evidence) -> Result<bool> {
    let (encoded, other) = (("context", Matrix(2, &[2.0, 0.0, 1.0, 1.0])), Matrix(2, &[0.0, 3.0, 1.0, 1.0]));
    let before = evidence.run(HEADS, PROJECTED, &[encoded])?;
    let new_encoded = evidence.run(HEADS, PROJECTED, &[("context", other)])?;
    let new_decoded = evidence.run(HEADS, PROJECTED, &[encoded, ("x", Matrix(2, &[3.0, 0.0, 0.0, 2.0, 1.0, 1.0]))])?;
    let mut moved = |id, run: &Ran, step| -> Result<f64> {
        Ok(evidence.note(id, largest_difference(before.numbers(step)?, run.numbers(step)?)))
    };
    let queries_hear_encoder = moved("queries-hear-encoder", &new_encoded, "multi-head.query")?;
    let keys_hear_encoder = moved("keys-hear-encoder", &new_encoded, "multi-head.key")?;
    moved("values-hear-encoder", &new_encoded, "multi-head.value")?;
    let queries_hear_decoder = moved("queries-hear-decoder", &new_decoded, "multi-head.query")?;
    Ok(queries_hear_encoder > 0.0 && queries_hear_decoder == 0.0 && keys_hear_encoder == 0.0)
}

const ONE: Input = Matrix(2, &[1.0, 0.0]);
const TWO: Input = Matrix(2, &[1.0, 0.0, 0.0, 2.0]);
