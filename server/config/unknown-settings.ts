import { SETTING_NAMES } from './config.ts'

/** Of the tests and benchmarks, which start servers with their own environment. */
const NOT_OF_THE_SHOP = new Set([
  'PUOTI_TIER',
  'PUOTI_RACES',
  'PUOTI_RUNS',
  'PUOTI_PREPARED_DATA',
  'PUOTI_BENCH_SHOPPERS',
])

/** More differences than these are another word, not a typing error. */
const MOST_DIFFERENCES = 3

export type UnknownSetting = { name: string; nearest: string | undefined }

/** Variables that begin with PUOTI_ and that the shop doesn't read, each with the name that was probably meant. */
export function unknownSettings(variables: Record<string, string | undefined>): UnknownSetting[] {
  const known = new Set(SETTING_NAMES.flatMap(name => [name, `${name}_FILE`]))
  return Object.keys(variables)
    .filter(name => name.startsWith('PUOTI_') && !known.has(name) && !NOT_OF_THE_SHOP.has(name))
    .toSorted()
    .map(name => ({ name, nearest: nearestOf(name, [...known]) }))
}

export const unknownSettingText = ({ name, nearest }: UnknownSetting): string =>
  `${name} is no setting of this version: it has no effect.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`

function nearestOf(name: string, known: readonly string[]): string | undefined {
  const measured = known.map(each => ({ each, differences: differencesOf(name, each) }))
  const [nearest] = measured.toSorted((a, b) => a.differences - b.differences)
  return nearest && nearest.differences <= MOST_DIFFERENCES ? nearest.each : undefined
}

/** Letters to insert, delete or replace to make one word the other (Levenshtein). */
function differencesOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of one.split('').entries()) {
    const next = [at + 1]
    for (const [place, wanted] of other.split('').entries())
      next.push(
        Math.min((row[place] ?? 0) + Number(letter !== wanted), (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
