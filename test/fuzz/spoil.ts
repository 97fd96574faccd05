import * as fc from 'fast-check'
import { HOSTILE_KEYS, hostileValue } from './hostile.ts'

type Change =
  | { kind: 'replace'; value: unknown }
  | { kind: 'add'; key: string; value: unknown }
  | { kind: 'remove' }
  | { kind: 'repeat'; times: number }

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: hostileValue.map(value => ({ kind: 'replace' as const, value })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...HOSTILE_KEYS), hostileValue)
      .map(([key, value]) => ({ kind: 'add' as const, key, value })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'remove' as const }) },
  { weight: 1, arbitrary: fc.constantFrom(2, 201, 1001, 5000).map(times => ({ kind: 'repeat' as const, times })) },
)

/** A value with one change in it. */
export const spoiled = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(valid, fc.nat({ max: 1000 }), change).map(([value, place, what]) => {
    const places = placesIn(value)
    return changedAt(value, places[place % places.length] ?? [], what)
  })

type Place = readonly (string | number)[]

/** The paths to every value within a value, including itself. */
function placesIn(value: unknown, way: Place = []): Place[] {
  const inner = Array.isArray(value)
    ? value.flatMap((each, index) => placesIn(each, [...way, index]))
    : isRecord(value)
      ? Object.entries(value).flatMap(([key, each]) => placesIn(each, [...way, key]))
      : []
  return [way, ...inner]
}

/** Lists too. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const GONE = Symbol('gone')

function changedAt(value: unknown, [step, ...rest]: Place, what: Change): unknown {
  if (step === undefined) return changed(value, what)
  if (Array.isArray(value)) {
    return value.map((each: unknown, index) => (index === step ? changedAt(each, rest, what) : each)).filter(isThere)
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, each]) => [key, key === step ? changedAt(each, rest, what) : each])
  // Unlike an assignment, this creates a __proto__ field.
  return Object.fromEntries(entries.filter(([, each]) => isThere(each)))
}

const isThere = (value: unknown): boolean => value !== GONE

function changed(value: unknown, what: Change): unknown {
  if (what.kind === 'replace') return what.value
  if (what.kind === 'remove') return GONE
  if (what.kind === 'add')
    return Object.fromEntries([...Object.entries(isRecord(value) ? value : {}), [what.key, what.value]])
  // Repeats the elements of a list, so that it keeps one type; otherwise makes a list of copies.
  return Array.isArray(value) && value.length > 0
    ? Array.from({ length: what.times }, (_, index) => value[index % value.length] as unknown)
    : Array.from({ length: Math.min(what.times, 201) }, () => value)
}

/** The JSON to send; false when the whole value was removed, which means no body. */
export const isSent = (value: unknown): boolean => value !== GONE
