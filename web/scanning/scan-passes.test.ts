import { describe, expect, test } from 'vitest'
import { passPixels } from './pass-pixels.ts'
import { type ScanPass, passArea, scanPassAt } from './scan-passes.ts'

const WINDOW = { left: 193, top: 297, width: 1536, height: 486 }
const WINDOWS = { aiming: WINDOW, visible: { left: 0, top: 100, width: 1920, height: 900 } }

const passes = (count: number, canSharpen: boolean) =>
  Array.from({ length: count }, (_, turn) => scanPassAt(turn, canSharpen))

test('five of eight passes are near, and the others turned, whole and far', () => {
  const round = ['near', 'near', 'turned', 'whole', 'near', 'near', 'near', 'far']
  expect(passes(16, false)).toEqual([...round, ...round])
})

test('with a product list, three near passes of sixteen are sharpened instead', () => {
  const first = ['near', 'near', 'turned', 'whole', 'near', 'sharp', 'near', 'far']
  const second = ['near', 'sharp-turned', 'turned', 'whole', 'near', 'sharp-near', 'near', 'far']
  expect(passes(32, true)).toEqual([...first, ...second, ...first, ...second])
})

test('the area of a pass lies on even pixels within the window; a far pass takes the middle half', () => {
  expect(passArea(WINDOWS, 'near')).toEqual({ left: 192, top: 296, width: 1536, height: 486 })
  expect(passArea(WINDOWS, 'far')).toEqual({ left: 576, top: 418, width: 768, height: 242 })
})

test('the area of a turned pass is higher, as far as the shopper sees the picture', () => {
  expect(passArea(WINDOWS, 'turned')).toEqual({ left: 192, top: 150, width: 1536, height: 776 })
  const low = { aiming: WINDOW, visible: { left: 0, top: 200, width: 1920, height: 600 } }
  expect(passArea(low, 'turned')).toEqual({ left: 192, top: 200, width: 1536, height: 600 })
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

describe('a sharpened picture', () => {
  /** Bars of `barPx` pixels, dark on light by `contrast`, on a ground that darkens from left to right, blurred over `blurPx` to each side. */
  function blurredBars({ barPx, blurPx, contrast }: { barPx: number; blurPx: number; contrast: number }) {
    const [width, height] = [320, 16]
    const ink = (x: number) => (x >= 80 && x < 240 && Math.floor(x / barPx) % 2 === 0 ? contrast : 0)
    const row = Array.from({ length: width }, (_, x) => {
      const around = Array.from({ length: 2 * blurPx + 1 }, (__, index) => ink(x + index - blurPx))
      return Math.round(200 - x / 4 - around.reduce((sum, one) => sum + one, 0) / around.length)
    })
    const bytes = Uint8Array.from(Array.from({ length: height }, () => row).flat())
    return { greys: { bytes, offset: 0, pixelStep: 1, stride: width }, area: { width, height } }
  }
  const toGreys = ({ data, width }: { data: Uint8ClampedArray; width: number }) =>
    Array.from({ length: width }, (_, x) => data[x * 4] ?? 0)

  test('shows pale, unevenly lit and blurred bars in black and white', () => {
    const { greys, area } = blurredBars({ barPx: 4, blurPx: 2, contrast: 60 })
    const sharp = passPixels(greys, area, 'sharp')
    expect([sharp.width, sharp.height, sharp.data[3]]).toEqual([320, 2, 255])
    const row = toGreys(sharp)
    // The middles of bars and of the gaps between them.
    const bars = row.filter((_, x) => x > 100 && x < 220 && x % 8 === 2)
    const gaps = row.filter((_, x) => x > 100 && x < 220 && x % 8 === 6)
    expect(Math.max(...bars)).toBeLessThan(30)
    expect(Math.min(...gaps)).toBeGreaterThan(225)
  })

  test('has half the width in a near pass', () => {
    const { greys, area } = blurredBars({ barPx: 8, blurPx: 4, contrast: 60 })
    const sharp = passPixels(greys, area, 'sharp-near')
    expect([sharp.width, sharp.height]).toEqual([160, 2])
    const row = toGreys(sharp)
    expect(row[58]).toBeLessThan(30)
    expect(row[62]).toBeGreaterThan(225)
  })

  test('shows no bars on an even, noisy surface', () => {
    const bytes = Uint8Array.from({ length: 320 * 16 }, (_, index) => 100 + ((index * 7919) % 13))
    const greys = { bytes, offset: 0, pixelStep: 1, stride: 320 }
    expect(new Set(toGreys(passPixels(greys, { width: 320, height: 16 }, 'sharp')))).toEqual(new Set([255]))
  })
})
