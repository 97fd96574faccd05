/** Characters of names and sentences repeat; those of keys hardly do. */
const BITS_PER_SIGN = 3.5

/** Shannon entropy per character, in bits: 0 for a single repeated character, at most 6 for base64. */
function bitsPerSign(text: string): number {
  const counts = new Map<string, number>()
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  return [...counts.values()].reduce((bits, count) => bits - (count / text.length) * Math.log2(count / text.length), 0)
}

/** Whether the text looks random: it has digits among letters, and no character is frequent. Identifiers in code are not. */
export function isHardToGuess(text: string): boolean {
  const digits = text.match(/\d/g)?.length ?? 0
  return (
    digits >= 2 && /[a-z]/i.test(text) && !/^[a-z]+(?:[.-][a-z]+)*$/i.test(text) && bitsPerSign(text) >= BITS_PER_SIGN
  )
}
