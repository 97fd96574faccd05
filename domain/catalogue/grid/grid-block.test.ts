import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillDown, type GridView, pasteBlock, readBlock, writeBlock } from './grid-block.ts'
import type { GridProduct } from './grid-cells.ts'

test.each([
  ['3,50', [['3,50']]],
  [
    '3,50\t2\r\n4\t5\r\n',
    [
      ['3,50', '2'],
      ['4', '5'],
    ],
  ],
  ['a\n\nb', [['a'], [''], ['b']]],
  ['"two\nlines"\t"a ""b"""\n', [['two\nlines', 'a "b"']]],
  ['5" pipe', [['5" pipe']]],
])('%j has these cells', (text, block) => {
  expect(readBlock(text)).toEqual(block)
})

test('a written block is read back', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', '€') })
  const block = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 2, max: 4 }))
    .chain(([rows, columns]) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
    )
  fc.assert(
    fc.property(block, cells => {
      expect(readBlock(writeBlock(cells))).toEqual(cells)
    }),
  )
})

// Only the ids matter here.
const products = [1, 2, 3, 4].map(id => ({ id }) as GridProduct)
const VIEW: GridView = { products, columns: ['price', 'alarm_limit', 'order_pack'] }
const written = (cells: ReturnType<typeof pasteBlock>) =>
  cells.map(({ product, column, text }) => `${product.id} ${column} ${text}`)
type Corner = { bottom?: number; right?: number }
const at = (top: number, left: number, { bottom = top, right = left }: Corner = {}) => ({ top, left, bottom, right })

test('a block fills its own size from one cell, and nothing beyond the grid', () => {
  expect(
    written(
      pasteBlock(VIEW, at(2, 1), [
        ['a', 'b', 'c'],
        ['d', 'e', 'f'],
        ['g', 'h', 'i'],
      ]),
    ),
  ).toEqual(['3 alarm_limit a', '3 order_pack b', '4 alarm_limit d', '4 order_pack e'])
})

test('a block repeats in a selection that it fits into, and else keeps its own size', () => {
  expect(written(pasteBlock(VIEW, at(0, 0, { bottom: 2 }), [['a']]))).toEqual(['1 price a', '2 price a', '3 price a'])
  expect(written(pasteBlock(VIEW, at(0, 0, { bottom: 2 }), [['a'], ['b']]))).toEqual(['1 price a', '2 price b'])
})

test('filling down copies the first row of the selection, or the cell above a single one', () => {
  const textAt = (row: number, column: number) => `${row}/${column}`
  expect(written(fillDown(VIEW, at(1, 0, { bottom: 3, right: 1 }), textAt))).toEqual([
    '3 price 1/0',
    '3 alarm_limit 1/1',
    '4 price 1/0',
    '4 alarm_limit 1/1',
  ])
  expect(written(fillDown(VIEW, at(1, 2), textAt))).toEqual(['2 order_pack 0/2'])
  expect(fillDown(VIEW, at(0, 2), textAt)).toEqual([])
})
