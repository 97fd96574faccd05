import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findUndecided, forHelpers, forKeepers, toHelperAnswer } from './for-keepers.ts'
import { euros, id, quantity } from './values.ts'

describe('a field that nobody has decided about', () => {
  test.each([
    [{ price: euros }, 'price'],
    [{ price: z.optional(z.nullable(z.number())) }, 'price'],
    [{ items: z.array(z.object({ cost: z.number() })) }, 'items.cost'],
    [{ by: z.nullable(z.object({ id, email: z.string() })) }, 'by.email'],
    [{ sent_to: z.nullable(z.string()) }, 'sent_to'],
    [{ found: z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), sum: euros })]) }, 'found.sum'],
    [{ sums: z.record(z.string(), z.string()) }, 'sums'],
    [{ more: z.unknown() }, 'more'],
  ])('is a sum, an address, or what can’t be told: %#', (shape, path) => {
    expect(findUndecided(z.object(shape))).toEqual([path])
  })

  test('is no whole number, quantity, text, or field with a decision', () => {
    const decided = { price: forHelpers(euros), cost: forKeepers(euros), email: forKeepers(z.string()) }
    const plain = {
      id,
      quantity,
      limit: z.nullable(quantity),
      count: z.int(),
      name: z.string(),
      state: z.enum(['open']),
    }
    expect(findUndecided(z.object({ ...decided, items: z.array(z.object(plain)) }))).toEqual([])
    expect(findUndecided(z.object({ price: euros }))).toEqual(['price'])
  })
})

test('a helper’s answer has null for keepers’ fields, wherever they are', () => {
  const line = z.object({ id, price: forKeepers(euros) })
  const answer = z.object({
    lines: z.array(line),
    last: z.nullable(line),
    found: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('line'), line: z.optional(line) }),
      z.object({ kind: z.literal('none') }),
    ]),
  })
  const whole = {
    lines: [{ id: 1, price: 2.5 }],
    last: { id: 2, price: 3 },
    found: { kind: 'line', line: { id: 3, price: 4 } },
  }
  expect(toHelperAnswer(answer, answer.parse(whole))).toEqual({
    lines: [{ id: 1, price: null }],
    last: { id: 2, price: null },
    found: { kind: 'line', line: { id: 3, price: null } },
  })
  expect(toHelperAnswer(answer, { lines: [], last: null, found: { kind: 'none' } })).toEqual({
    lines: [],
    last: null,
    found: { kind: 'none' },
  })
})
