/** The right run of an exercise, and of one on gradients the way back too. */
export function solutionOf(lab, { algorithm, inputs, gradient }) {
  return gradient ? lab.gradient(algorithm, inputs, gradient).trace : lab.trace(algorithm, inputs);
}
