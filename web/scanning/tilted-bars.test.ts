import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { barcodeBars } from '#test/e2e/barcode-bars.ts'
import { passPixels } from './pass-pixels.ts'
import { getReadOptions } from './read-options.ts'
import type { ScanPass } from './scan-passes.ts'
import { findTiltedBars } from './tilted-bars.ts'

const AREA = { width: 1200, height: 760 }
const CODE = '6401234567897'
const PAPER = 230
const INK = 40

type Drawn = { degrees: number; modulePx: number; heightPx: number }

/** The brightness of a code whose middle is that of the picture, on paper. */
function drawTilted({ degrees, modulePx, heightPx }: Drawn) {
  const bars = barcodeBars(CODE)
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const bytes = Uint8Array.from({ length: AREA.width * AREA.height }, (_, at) => {
    const x = (at % AREA.width) - AREA.width / 2
    const y = Math.floor(at / AREA.width) - AREA.height / 2
    const isBeside = Math.abs(y * cos - x * sin) > heightPx / 2
    const module = isBeside ? '0' : bars[Math.floor((x * cos + y * sin) / modulePx + bars.length / 2)]
    return module === '1' ? INK : PAPER
  })
  return { bytes, offset: 0, pixelStep: 1, stride: AREA.width }
}

async function readByPass(drawn: Drawn, pass: ScanPass): Promise<string[]> {
  const pixels = passPixels(drawTilted(drawn), AREA, pass)
  const found = await readBarcodes({ ...pixels, colorSpace: 'srgb' }, getReadOptions(pass))
  return found.map(({ text }) => text)
}

beforeAll(async () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
})

describe('tilted bars', () => {
  test.each([15, 45, 75, 105, 135, 165])('are found at %i degrees, with their middle and size', degrees => {
    const {
      tilted: [bars],
      hasBars,
    } = findTiltedBars(drawTilted({ degrees, modulePx: 4, heightPx: 160 }), AREA)
    expect(hasBars).toBe(true)
    const { x = 0, y = 0, angle = 0, width = 0, height = 0 } = bars ?? {}
    expect(Math.abs((((angle * 180) / Math.PI - degrees + 270) % 180) - 90)).toBeLessThan(5)
    expect(Math.hypot(x - AREA.width / 2, y - AREA.height / 2)).toBeLessThan(30)
    expect(Math.abs(width - 95 * 4)).toBeLessThan(90)
    expect(Math.abs(height - 160)).toBeLessThan(70)
  })

  test('are not level bars, an even surface, or its noise', () => {
    const level = findTiltedBars(drawTilted({ degrees: 0, modulePx: 4, heightPx: 160 }), AREA)
    expect(level).toEqual({ tilted: [], hasBars: true })
    const bytes = Uint8Array.from({ length: AREA.width * AREA.height }, (_, index) => 100 + ((index * 7919) % 13))
    expect(findTiltedBars({ bytes, offset: 0, pixelStep: 1, stride: AREA.width }, AREA)).toEqual({
      tilted: [],
      hasBars: false,
    })
  })

  test.each([20, 45, 70, 110, 160])(
    'at %i degrees are read by turned passes, however low, and not by others',
    async degrees => {
      const drawn = { degrees, modulePx: 4, heightPx: 80 }
      expect(await readByPass(drawn, 'turned')).toEqual([CODE])
      expect(await readByPass(drawn, 'sharp-turned')).toEqual([CODE])
      expect(await readByPass(drawn, 'near')).toEqual([])
      expect(await readByPass(drawn, 'whole')).toEqual([])
    },
  )

  test.each([2, 3, 6])('of %i pixels per module are read', async modulePx => {
    expect(await readByPass({ degrees: 40, modulePx, heightPx: modulePx * 40 }, 'turned')).toEqual([CODE])
  })

  test('upright ones are turned only where they are too long to be read as they are', async () => {
    const upright = (modulePx: number) =>
      findTiltedBars(drawTilted({ degrees: 90, modulePx, heightPx: 160 }), AREA).tilted
    expect(upright(3)).toEqual([])
    expect(upright(6)).toHaveLength(1)
    expect(await readByPass({ degrees: 90, modulePx: 6, heightPx: 160 }, 'turned')).toEqual([CODE])
  })
})

test('a turned pass of level bars reads them as a near one does', async () => {
  expect(await readByPass({ degrees: 0, modulePx: 4, heightPx: 80 }, 'turned')).toEqual([CODE])
})
