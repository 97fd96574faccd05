import { expect, test } from 'vitest'
import { type ScanPass, passArea, scanPassAt, passPixels } from './scan-passes.ts'

const WINDOW = { left: 193, top: 297, width: 1536, height: 486 }

test('three of four passes are near, and the others alternate between whole and far', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map(scanPassAt).join(' ')).toBe('near near near whole near near near far near')
})

test('the area of a pass lies on even pixels within the window; a far pass takes the middle half', () => {
  expect(passArea(WINDOW, 'near')).toEqual({ left: 192, top: 296, width: 1536, height: 486 })
  expect(passArea(WINDOW, 'far')).toEqual({ left: 576, top: 418, width: 768, height: 242 })
})

test('a pass makes grey pixels, a near one from every second row, and skips the other colours', () => {
  // Two rows of four pixels of four bytes, of which the second byte is used, and a byte of padding after each row.
  const row = (greens: number[]) => [...greens.flatMap(green => [9, green, 9, 9]), 0]
  const bytes = Uint8Array.from([...row([10, 20, 31, 40]), ...row([1, 2, 3, 4])])
  const greys = { bytes, offset: 1, pixelStep: 4, stride: 17 }
  const area = { width: 4, height: 2 }
  const reds = (pass: ScanPass) => [...passPixels(greys, area, pass).data].filter((_, index) => index % 4 === 0)
  expect(reds('near')).toEqual([15, 35])
  expect(reds('whole')).toEqual([10, 20, 31, 40])
  expect(reds('far')).toEqual([10, 15, 20, 25, 31, 35, 40, 40])
  expect(passPixels(greys, area, 'whole').data[3]).toBe(255)
})
