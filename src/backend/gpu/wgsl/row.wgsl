// How the 64 invocations of a workgroup that share a row add up what each has.

const INVOCATIONS = 64u;

var<workgroup> parts: array<f32, INVOCATIONS>;

// The sum of what all invocations have.
fn sum_of(index: u32, own: f32) -> f32 {
    parts[index] = own;
    workgroupBarrier();
    for (var half = INVOCATIONS / 2u; half > 0u; half /= 2u) {
        if index < half {
            parts[index] += parts[index + half];
        }
        workgroupBarrier();
    }
    let sum = parts[0];
    workgroupBarrier();
    return sum;
}
