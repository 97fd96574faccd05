/** Letters of a name or of a sentence repeat; those of a key hardly do. */
const BITS_PER_SIGN = 3.5

/** How many bits a sign of the text carries, by how often each comes: 0 for one that repeats, 6 at most for base64. */
function bitsPerSign(text: string): number {
  const counts = new Map<string, number>()
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  return [...counts.values()].reduce((bits, count) => bits - (count / text.length) * Math.log2(count / text.length), 0)
}

/** Looks drawn by chance: digits among letters, and no sign comes often. Names of things in code are not. */
export function isHardToGuess(text: string): boolean {
  const digits = text.match(/\d/g)?.length ?? 0
  return (
    digits >= 2 && /[a-z]/i.test(text) && !/^[a-z]+(?:[.-][a-z]+)*$/i.test(text) && bitsPerSign(text) >= BITS_PER_SIGN
  )
}
