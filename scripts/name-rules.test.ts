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
] as const)('a %s may be named %s', (kind, name) => {
  expect(brokenNameRule({ kind, name })).toBeUndefined()
})

test('functions, methods, types and top-level constants are found, locals and plain fields are not', () => {
  const source = `
    export const LIMIT = 3
    export type Box = { open: () => void; width: number; close(): void }
    export function pack(box: Box) {
      const size = box.width
      const fold = () => size
      return { fold, seal: () => fold() }
    }
    class Shelf { add(box: Box) { return pack(box) } }`
  expect(declaredNames('box.ts', source).map(({ line, name, kind }) => `${line} ${kind} ${name}`)).toEqual([
    '2 constant LIMIT',
    '3 type Box',
    '3 function open',
    '3 function close',
    '4 function pack',
    '6 function fold',
    '7 function seal',
    '9 type Shelf',
    '9 function add',
  ])
})
