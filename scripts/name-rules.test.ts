import { expect, test } from 'vitest'
import { declaredNames } from './declared-names.ts'
import { brokenNameRule } from './name-rules.ts'

test.each([
  ['function', 'receiptOf'],
  ['constant', 'MOST_IMAGES'],
  ['type', 'Wanted'],
  ['function', 'tellOpen'],
  ['function', 'askedOnce'],
  ['function', 'onTaken'],
  ['function', 'isOpenedAnew'],
  ['variable', 'wanted'],
  ['variable', 'ofSupplier'],
  ['field', 'told'],
] as const)('a %s named %s breaks a rule', (kind, name) => {
  expect(brokenNameRule({ kind, name })).toBeDefined()
})

test.each([
  ['function', 'toReceipt'],
  ['function', 'showroomName'],
  ['constant', 'MAX_IMAGES'],
  ['type', 'FindReceiptInput'],
  ['type', 'RefundRow'],
  ['function', 'formatHeading'],
  ['function', 'takeover'],
  ['variable', 'offered'],
  ['field', 'known'],
] as const)('a %s may be named %s', (kind, name) => {
  expect(brokenNameRule({ kind, name })).toBeUndefined()
})

test('functions, types, constants, variables and fields are found, and what a pattern renames', () => {
  const source = `
    export const LIMIT = 3
    export type Box = { open: () => void; width: number; close(): void }
    export function pack(box: Box, { height, depth: length }: Size, ...[first]: Box[]) {
      const size = box.width
      const fold = () => size
      for (const [index, { name }] of list) try { fold(index) } catch {}
      return { fold, seal: () => fold() }
    }
    class Shelf { add(box: Box) { return pack(box) } }`
  expect(declaredNames('box.ts', source).map(({ line, name, kind }) => `${line} ${kind} ${name}`)).toEqual([
    '2 constant LIMIT',
    '3 type Box',
    '3 function open',
    '3 field width',
    '3 function close',
    '4 function pack',
    '4 variable box',
    '4 variable length',
    '4 variable first',
    '5 variable size',
    '6 function fold',
    '7 variable index',
    '8 function seal',
    '10 type Shelf',
    '10 function add',
    '10 variable box',
  ])
})
