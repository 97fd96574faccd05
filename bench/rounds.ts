/** The middle of the numbers, or the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2
}

export type Compared = { oursPerSecond: number; otherPerSecond: number; ratio: number }

/**
 * Measures two things by turns, so that whatever else the machine does falls on both: after one round of each that is
 * not counted, A B A B …; the ratio is the median of the rounds' ratios.
 */
export async function compareInRounds(
  rounds: number,
  ours: () => Promise<number>,
  other: () => Promise<number>,
): Promise<Compared> {
  await ours()
  await other()
  const pairs: { ours: number; other: number }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ ours: await ours(), other: await other() })
  return {
    oursPerSecond: median(pairs.map(pair => pair.ours)),
    otherPerSecond: median(pairs.map(pair => pair.other)),
    ratio: median(pairs.map(pair => pair.ours / pair.other)),
  }
}
