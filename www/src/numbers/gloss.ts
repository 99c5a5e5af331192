/** English terms in brackets after Korean ones. Pure. */

/** With the joiner that keeps a particle in the line of the brackets before it. */
const GLOSS = /(?<=[가-힣])\((?=[A-Za-z]{3})[^()가-힣]*\)\u2060?/g;

/** Returns a name as it stands where there is little room: 어텐션 벡터(attention vector)의 절반 is 어텐션 벡터의 절반. */
export function withoutGloss(name: string): string {
  return name.replace(GLOSS, "");
}
