/** The golden files as a caller of the package meets them. Runs in Node and in a browser. */

/** Inputs were float32 numbers, and nine digits name one exactly once they are read as one; what is no float32 number (a computed weight) stays. */
function asGiven(number) {
  const single = Math.fround(number);
  return Math.abs(single - number) <= 5e-9 * Math.abs(number) ? single : number;
}

function exact(value) {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value.data)) return { shape: value.shape, data: Float64Array.from(value.data, asGiven) };
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, exact(field)]));
}

/** Every case of the files: algorithm, name, inputs ready for `lab.trace`, expected outputs. */
export function casesOf(files) {
  return files.flatMap(({ algorithm, cases }) =>
    cases.map(({ name, inputs, outputs = {} }) => ({ algorithm, name, inputs: exact(inputs), outputs })),
  );
}

/** What disagrees with the golden files, in words: 1e-8 of the tensor's largest magnitude plus 1e-12 is allowed. */
export function disagreements(lab, cases) {
  const found = [];
  for (const { algorithm, name, inputs, outputs } of cases) {
    const trace = lab.trace(algorithm, inputs);
    for (const [output, given] of Object.entries(outputs)) {
      const expected = typeof given === "number" ? { shape: [], data: [given] } : given;
      const tensor = trace.outputs[output];
      const what = `${algorithm} / ${name} / ${output}`;
      if (!tensor || `${tensor.shape}` !== `${expected.shape}`) {
        found.push(`${what}: shape ${tensor?.shape} instead of ${expected.shape}`);
        continue;
      }
      const largest = expected.data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      const allowed = 1e-8 * largest + 1e-12;
      const place = expected.data.findIndex((value, i) => !(Math.abs(value - tensor.data[i]) <= allowed));
      if (place >= 0) found.push(`${what}: ${tensor.data[place]} instead of ${expected.data[place]} at ${place}`);
    }
  }
  return found;
}

/** SHA-256 over the bytes of all steps of all cases, in order. */
export const hashOfSteps = (lab, cases) =>
  hashOf(cases.flatMap(({ algorithm, inputs }) => lab.trace(algorithm, inputs).steps));

/** As `hashOfSteps`, of the steps of the way back from each main result, in closed forms and step by step, and of what it returns. */
export function hashOfGradients(lab, cases) {
  const back = ({ algorithm, inputs }) =>
    ["closed-forms", "every-step"].flatMap((through) => {
      const { trace, gradients } = lab.gradient(algorithm, inputs, { through });
      return [...trace.steps.filter(({ gradient }) => gradient), ...Object.values(gradients)];
    });
  return hashOf(cases.flatMap(back));
}

async function hashOf(steps) {
  const bytes = new Uint8Array(steps.reduce((sum, { data }) => sum + data.byteLength, 0));
  let place = 0;
  for (const { data } of steps) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), place);
    place += data.byteLength;
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
