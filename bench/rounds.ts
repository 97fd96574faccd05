/** The median. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2
}

export type Compared = { oursPerSecond: number; otherPerSecond: number; ratio: number }

/**
 * Measures two things alternately, so that other load on the machine affects both equally: after one uncounted round of each, A B
 * A B …; the ratio is the median of the rounds' ratios.
 */
export async function compareInRounds(
  rounds: number,
  measure: () => Promise<number>,
  other: () => Promise<number>,
): Promise<Compared> {
  await measure()
  await other()
  const pairs: { measure: number; other: number }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ measure: await measure(), other: await other() })
  return {
    oursPerSecond: median(pairs.map(pair => pair.measure)),
    otherPerSecond: median(pairs.map(pair => pair.other)),
    ratio: median(pairs.map(pair => pair.measure / pair.other)),
  }
}
