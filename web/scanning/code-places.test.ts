import { expect, test } from 'vitest'
import { withoutOverlaps } from './code-places.ts'

/** A code that is read in some rows. */
function inRows(code: string, [left, right]: [number, number], [top, bottom]: [number, number]) {
  const at = (x: number, y: number) => ({ x, y })
  const position = {
    topLeft: at(left, top),
    topRight: at(right, top),
    bottomRight: at(right, bottom),
    bottomLeft: at(left, bottom),
  }
  return { code, lineCount: bottom - top, position }
}

const separateCodes = (found: ReturnType<typeof inRows>[], rowHeight = 1) =>
  withoutOverlaps(found, rowHeight).map(({ code }) => code)

const WHOLE = inRows('96385074', [100, 300], [50, 100])

test('two damaged rows of a code are not another code', () => {
  expect(separateCodes([inRows('96385012', [100, 300], [104, 106]), WHOLE])).toEqual(['96385074'])
})

test('a part of a code is not a short code', () => {
  expect(separateCodes([WHOLE, inRows('12345670', [170, 300], [60, 70])])).toEqual(['96385074'])
})

test('codes beside and below each other are all kept', () => {
  const beside = inRows('12345670', [340, 540], [50, 90])
  const below = inRows('55123457', [100, 300], [210, 240])
  expect(separateCodes([WHOLE, beside, below])).toEqual(['96385074', '12345670', '55123457'])
})

test('a row may stand for several rows of the camera’s picture', () => {
  const below = inRows('55123457', [100, 300], [120, 160])
  expect(separateCodes([WHOLE, below])).toEqual(['96385074'])
  expect(separateCodes([WHOLE, below], 2)).toEqual(['96385074', '55123457'])
})
