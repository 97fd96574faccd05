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

/** A value with one thing in it that is not as it was. */
export const spoiled = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(valid, fc.nat({ max: 1000 }), change).map(([value, place, what]) => {
    const places = placesIn(value)
    return changedAt(value, places[place % places.length] ?? [], what)
  })

type Place = readonly (string | number)[]

/** The ways to every value within a value, itself included. */
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
  // Unlike an assignment, this makes a field of __proto__.
  return Object.fromEntries(entries.filter(([, each]) => isThere(each)))
}

const isThere = (value: unknown): boolean => value !== GONE

function changed(value: unknown, what: Change): unknown {
  if (what.kind === 'replace') return what.value
  if (what.kind === 'remove') return GONE
  if (what.kind === 'add')
    return Object.fromEntries([...Object.entries(isRecord(value) ? value : {}), [what.key, what.value]])
  // Once more where it makes a list longer, so that it stays of one kind.
  return Array.isArray(value) && value.length > 0
    ? Array.from({ length: what.times }, (_, index) => value[index % value.length] as unknown)
    : Array.from({ length: Math.min(what.times, 201) }, () => value)
}

/** JSON as it is sent; a value that is gone as a whole is no body at all. */
export const isSent = (value: unknown): boolean => value !== GONE
