//! Vectors compared in pairs: products, lengths, cosines, angles and distances.
//!
//! ```text
//!       y                  x · y        product
//!      ╱│ ╲ |x − y|        |x|, |y|     lengths
//!     ╱ │   ╲              cos θ        x · y / (|x| |y|)
//!    ╱θ_│_____╲ x          |x − y|      distance
//! ```
//!
//! Letters: i and j rows, d features, l pairs of rows that stand a constant offset apart.
//!
//! Source: Strang 2016, *Introduction to Linear Algebra*, section 1.2.

use crate::algorithm::{Algorithm, always, integer_or, optional, output, required, when};
use crate::op::{
    COPY, Cost, DIVIDE_OR_ZERO, Function, Local, Op, Reads, Rule, SQUARE_ROOT, SUBTRACT, Slope, SourceCell, StepSpec,
    given, step,
};

const SOURCE: &str = "Strang 2016, section 1.2";

/// Vectors, one a row.
pub static X: StepSpec =
    given("vectors.x", "id", &["vector", "feature"]).written("X", r"X \in \mathbb{R}^{n \times d}", SOURCE);

/// The vectors that they are compared with.
pub static Y: StepSpec =
    given("vectors.y", "jd", &["other-vector", "feature"]).written("Y", r"Y \in \mathbb{R}^{m \times d}", SOURCE);

/// The vectors themselves, where no others are given.
pub static SAME: StepSpec =
    step("vectors.same", Op::Map(&COPY), &["jd"], "jd", &["other-vector", "feature"]).written("Y", "Y = X", SOURCE);

/// How many rows apart the pairs of the last step are.
pub static OFFSET: StepSpec = given("vectors.offset", "", &[]).written("k", r"k \ge 0", SOURCE);

/// The dot product of each pair.
pub static PRODUCTS: StepSpec =
    step("vectors.products", Op::Contract, &["id", "jd"], "ij", &["vector", "other-vector"])
        .written(r"x \cdot y", r"x_i \cdot y_j", SOURCE);

/// The squared length of each vector.
pub static SQUARES: StepSpec = step("vectors.squares", Op::Contract, &["id", "id"], "i", &["vector"])
    .written(r"|x|^2", r"|x_i|^2 = x_i \cdot x_i", SOURCE);

/// The length of each vector.
pub static LENGTHS: StepSpec = step("vectors.lengths", Op::Map(&SQUARE_ROOT), &["i"], "i", &["vector"])
    .written("|x|", r"|x_i| = \sqrt{|x_i|^2}", SOURCE);

/// The squared length of each of the other vectors.
pub static OTHER_SQUARES: StepSpec = step("vectors.other-squares", Op::Contract, &["jd", "jd"], "j", &["other-vector"])
    .written(r"|y|^2", r"|y_j|^2 = y_j \cdot y_j", SOURCE);

/// The length of each of the other vectors.
pub static OTHER_LENGTHS: StepSpec =
    step("vectors.other-lengths", Op::Map(&SQUARE_ROOT), &["j"], "j", &["other-vector"])
        .written("|y|", r"|y_j| = \sqrt{|y_j|^2}", SOURCE);

/// The product of both lengths of each pair.
pub static LENGTH_PRODUCTS: StepSpec =
    step("vectors.length-products", Op::Map(&ROOT_OF_PRODUCT), &["i", "j"], "ij", &["vector", "other-vector"]).written(
        r"|x|\,|y|",
        r"|x_i| \, |y_j| = \sqrt{|x_i|^2 \, |y_j|^2}",
        SOURCE,
    );

/// The cosine of the angle of each pair.
pub static COSINES: StepSpec =
    step("vectors.cosines", Op::Map(&DIVIDE_OR_ZERO), &["ij", "ij"], "ij", &["vector", "other-vector"]).written(
        r"\cos\theta",
        r"\cos\theta_{ij} = \frac{x_i \cdot y_j}{|x_i| \, |y_j|}",
        SOURCE,
    );

/// The angle of each pair, in radians.
pub static ANGLES: StepSpec = step("vectors.angles", Op::Map(&ARCCOSINE), &["ij"], "ij", &["vector", "other-vector"])
    .written(r"\theta", r"\theta_{ij} = \arccos(\cos\theta_{ij})", SOURCE);

/// The angle of each pair, in degrees.
pub static DEGREES: StepSpec =
    step("vectors.degrees", Op::Map(&TO_DEGREES), &["ij"], "ij", &["vector", "other-vector"])
        .written(r"\theta^\circ", r"\theta_{ij} \cdot 180^\circ / \pi", SOURCE);

/// The difference of each pair.
pub static DIFFERENCES: StepSpec =
    step("vectors.differences", Op::Map(&SUBTRACT), &["id", "jd"], "ijd", &["vector", "other-vector", "feature"])
        .written("x - y", r"x_i - y_j", SOURCE);

/// The squared distance of each pair.
pub static SQUARED_DISTANCES: StepSpec =
    step("vectors.squared-distances", Op::Contract, &["ijd", "ijd"], "ij", &["vector", "other-vector"]).written(
        r"|x - y|^2",
        r"|x_i - y_j|^2 = (x_i - y_j) \cdot (x_i - y_j)",
        SOURCE,
    );

/// The distance of each pair.
pub static DISTANCES: StepSpec =
    step("vectors.distances", Op::Map(&SQUARE_ROOT), &["ij"], "ij", &["vector", "other-vector"])
        .written(r"|x - y|", r"|x_i - y_j| = \sqrt{|x_i - y_j|^2}", SOURCE);

/// The distances of the pairs that stand the offset apart: neighbors, for an offset of 1.
pub static APART: StepSpec = step("vectors.apart", Op::Rule(&DIAGONAL), &["ij", ""], "l", &["pair"])
    .written(r"\delta", r"\delta_l = |x_l - y_{l+k}|", SOURCE);

/// a / (2 b), and 0 where b is 0: the slope of a root b of the product of a and another number, in the other number.
static HALF_OF_QUOTIENT: Function =
    Function::binary("half-of-quotient", "{0} / (2 · {1})", Cost { multiplications: 2, ..Cost::NONE }, |a, b| {
        if b == 0.0 { 0.0 } else { a / (2.0 * b) }
    })
    .derivative();

/// √(a · b), which for a = b is exactly a, so that a vector has exactly the cosine 1 with itself.
static ROOT_OF_PRODUCT: Function = Function::binary(
    "root-of-product",
    "√({0} · {1})",
    Cost { multiplications: 2, functions: 2, ..Cost::NONE },
    |a, b| {
        let product = a * b;
        // Beyond the range of numbers the roots are multiplied.
        if product.is_normal() { product.sqrt() } else { a.sqrt() * b.sqrt() }
    },
)
.slopes(&[
    Slope::By(&HALF_OF_QUOTIENT, &[Local::Operand(1), Local::Result]),
    Slope::By(&HALF_OF_QUOTIENT, &[Local::Operand(0), Local::Result]),
]);

/// −1 / √(1 − a²), infinite where the vectors are parallel.
static ARCCOSINE_SLOPE: Function = Function::unary(
    "arccosine-slope",
    "−1 / √(1 − {0}²)",
    Cost { multiplications: 2, additions: 2, functions: 1, comparisons: 1 },
    |cosine| -1.0 / ((1.0 - cosine) * (1.0 + cosine)).max(0.0).sqrt(),
)
.derivative();

/// arccos(a), also for an a that rounding has moved beyond −1 or 1.
static ARCCOSINE: Function = Function::unary(
    "arccosine",
    "arccos({0})",
    Cost { multiplications: 1, additions: 2, functions: 2, comparisons: 1 },
    |cosine| libm::atan2(((1.0 - cosine) * (1.0 + cosine)).max(0.0).sqrt(), cosine),
)
.slopes(&[Slope::By(&ARCCOSINE_SLOPE, &[Local::Operand(0)])]);

/// a · 180 / π
static TO_DEGREES: Function = Function::unary("to-degrees", "{0} · 180° / π", Cost::MULTIPLICATION, f64::to_degrees)
    .slopes(&[Slope::Factor(&TO_DEGREES)]);

/// The diagonal of the first operand that lies as many columns to the right as the second says.
static DIAGONAL: Rule = Rule {
    name: "diagonal",
    reads: Reads::One(|operands, _, row| {
        let [pairs, by] = operands else { return None };
        let column = row + *by.data().first()? as usize;
        Some(SourceCell { operand: 0, offset: pairs.offset(&[row, column])? })
    }),
    ..Rule::copies(&[0])
};

/// Compares each row of `x` with each row of `y`, or with each other: their product, lengths, cosine, angle and distance, and the distances of rows
/// that are `offset` apart. A vector of zeros has no direction; its cosines are 0, and its angles 90°.
///
/// # Shapes
/// | tensor | shape |
/// |---|---|
/// | x | [n, d] |
/// | y | [m, d]; m = n where it is left out |
/// | products, cosines, degrees, distances | [n, m] |
/// | lengths | \[n\] |
/// | apart | \[min(n, m − offset)\], or \[0\] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; [`crate::error::Error::TooLarge`] for differences beyond the limit.
///
/// # Complexity
/// 2 · n · m · d multiplications, and n · m · d differences.
///
/// # Example
/// The diagonal of a square is at 45° to its sides:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new().with("x", Tensor::matrix(&[[3.0, 0.0], [2.0, 2.0]])?);
/// let trace = catalog::trace("vector-comparison", &inputs)?;
/// assert_eq!(trace.outputs["products"].data(), [9.0, 6.0, 6.0, 8.0]);
/// assert!((trace.outputs["degrees"].data()[1] - 45.0).abs() < 1e-12);
/// assert_eq!(trace.outputs["apart"].data(), [5f64.sqrt()]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "vector-comparison",
    title: "Comparison of vectors",
    source: SOURCE,
    inputs: &[required("x", &X), optional("y", &Y), integer_or("offset", 0, 1)],
    parts: &[
        always(&[&X]),
        when("y", &[&Y]),
        when("!y", &[&SAME]),
        always(&[
            &OFFSET, &PRODUCTS, &SQUARES, &LENGTHS, &OTHER_SQUARES, &OTHER_LENGTHS, &LENGTH_PRODUCTS, &COSINES,
            &ANGLES, &DEGREES, &DIFFERENCES, &SQUARED_DISTANCES, &DISTANCES, &APART,
        ]),
    ],
    outputs: &[
        output("products", &[&PRODUCTS]),
        output("lengths", &[&LENGTHS]),
        output("cosines", &[&COSINES]),
        output("degrees", &[&DEGREES]),
        output("distances", &[&DISTANCES]),
        output("apart", &[&APART]),
    ],
    run: |inputs, run| {
        let x = run.given(&X, "x", inputs.tensor("x")?)?;
        let y = match inputs.optional_tensor("y")? {
            Some(y) => run.given(&Y, "y", y)?,
            None => run.step(&SAME, &[x])?,
        };
        let offset = inputs.integer("offset")?;
        let given_offset = run.given_number(&OFFSET, "offset", offset as f64)?;
        let products = run.step(&PRODUCTS, &[x, y])?;
        let squares = run.step(&SQUARES, &[x, x])?;
        let lengths = run.step(&LENGTHS, &[squares])?;
        let other_squares = run.step(&OTHER_SQUARES, &[y, y])?;
        run.step(&OTHER_LENGTHS, &[other_squares])?;
        let length_products = run.step(&LENGTH_PRODUCTS, &[squares, other_squares])?;
        let cosines = run.step(&COSINES, &[products, length_products])?;
        let angles = run.step(&ANGLES, &[cosines])?;
        let degrees = run.step(&DEGREES, &[angles])?;
        let differences = run.step(&DIFFERENCES, &[x, y])?;
        let squared_distances = run.step(&SQUARED_DISTANCES, &[differences, differences])?;
        let distances = run.step(&DISTANCES, &[squared_distances])?;
        run.bind('l', run.size('i')?.min(run.size('j')?.saturating_sub(offset)), "`offset`")?;
        let apart = run.step(&APART, &[distances, given_offset])?;
        Ok(vec![
            ("products", products),
            ("lengths", lengths),
            ("cosines", cosines),
            ("degrees", degrees),
            ("distances", distances),
            ("apart", apart),
        ])
    },
};
