/** Korean particles after numbers and words that are filled in. Pure. */

/** Pairs of particles as texts write them: after a consonant and after a vowel. */
const PARTICLES: Readonly<Record<string, readonly [string, string]>> = {
  "을(를)": ["을", "를"],
  "이(가)": ["이", "가"],
  "은(는)": ["은", "는"],
  "과(와)": ["과", "와"],
  "(으)로": ["으로", "로"],
};
/** What keeps a particle in the line of its word, which `build/words.mjs` writes after brackets. */
const JOINER = "\u2060";
const WRITTEN = /([\p{L}\p{N}∞])([”’」)\]\u2060]*)(을\(를\)|이\(가\)|은\(는\)|과\(와\)|\(으\)\u2060?로)/gu;

/** Digits whose Korean reading ends in a vowel, and those whose reading ends in ㄹ, after which 로 stands as after a vowel. */
const VOWEL = /[2459∞]/;
const RIEUL = /[178]/;

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const FINALS = 28;
const FINAL_RIEUL = 8;

/** How a word ends, by its last letter or digit; null where the letter does not say. */
function endingOf(last: string): "vowel" | "rieul" | "consonant" | null {
  const code = last.codePointAt(0) ?? 0;
  if (code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE) {
    const final = (code - FIRST_SYLLABLE) % FINALS;
    return final === 0 ? "vowel" : final === FINAL_RIEUL ? "rieul" : "consonant";
  }
  if (VOWEL.test(last)) return "vowel";
  if (RIEUL.test(last)) return "rieul";
  // A power is read 제곱, which ends in a consonant.
  return /\p{N}/u.test(last) ? "consonant" : null;
}

/** Replaces `을(를)` and its like by the particle that fits what stands before it; leaves it where that is a foreign word. */
export function withParticles(text: string): string {
  return text.replace(WRITTEN, (all, last: string, closing: string, written: string) => {
    const ending = endingOf(last);
    const particle = written.replace(JOINER, "");
    const [consonant = "", vowel = ""] = PARTICLES[particle] ?? [];
    if (ending === null) return all;
    const open = ending === "vowel" || (ending === "rieul" && particle === "(으)로");
    return last + closing + (open ? vowel : consonant);
  });
}
