import type { Greys, Pixels, Sight } from './greys.ts'
import { MIN_CONTRAST, sharpenRow, stretchRow } from './row-contrast.ts'
import { even, isSharpened, isTurned, type ScanPass, type Size, TURNED_HEIGHT } from './scan-passes.ts'
import { findTiltedBars } from './tilted-bars.ts'
import { turnedPixels } from './turned-pixels.ts'

const ZOOMS: Record<ScanPass, 0.5 | 1 | 2> = {
  near: 0.5,
  turned: 0.5,
  whole: 1,
  far: 2,
  sharp: 1,
  'sharp-near': 0.5,
  'sharp-turned': 1,
}

/** Any line across a barcode is enough: every second row is left out, or eight are averaged, which removes noise. */
const rowsPerRow = (pass: ScanPass) => (isSharpened(pass) ? 8 : 2)

/** How many columns a row of a pass's picture is high. */
export const rowHeight = (pass: ScanPass) => rowsPerRow(pass) * ZOOMS[pass]

/** The size of a pass's picture. */
export function passSize({ width, height }: Size, pass: ScanPass): Size {
  return { width: width * ZOOMS[pass], height: Math.floor(height / rowsPerRow(pass)) }
}

/** Whether a canvas must not make the picture of a pass smaller before it is sharpened or turned. */
export const needsAllPixels = (pass: ScanPass) => isSharpened(pass) || isTurned(pass)

// Of 255, on average. A camera that has light enough makes a picture of about 100.
const DARK = 45
const SAMPLE_STEP = 32

function isDark({ bytes, offset, pixelStep, stride }: Greys, { width, height }: Size): boolean {
  let [sum, count] = [0, 0]
  for (let y = 0; y < height; y += SAMPLE_STEP)
    for (let x = 0; x < width; x += SAMPLE_STEP, count++) sum += bytes[offset + y * stride + x * pixelStep] ?? 0
  return sum < DARK * count
}

/**
 * The grey picture of a pass, from the brightness of its area. A turned one without tilted bars is one of the aiming window; it
 * also determines what can be seen.
 */
export function passPixels(greys: Greys, area: Size, pass: ScanPass): Pixels & { sight?: Sight } {
  if (!isTurned(pass)) return uprightPixels(greys, area, pass)
  const { tilted, hasBars } = findTiltedBars(greys, area)
  const sight = { hasBars, isDark: isDark(greys, area) }
  if (tilted.length > 0) return { ...turnedPixels({ greys, area }, tilted, isSharpened(pass)), sight }
  const height = even(area.height / TURNED_HEIGHT)
  const above = even((area.height - height) / 2)
  const middle = { ...greys, offset: greys.offset + above * greys.stride }
  return { ...uprightPixels(middle, { width: area.width, height }, pass), sight }
}

const uprightPixels = (greys: Greys, area: Size, pass: ScanPass): Pixels =>
  isSharpened(pass) ? sharpPixels(greys, area, pass) : plainPixels(greys, area, pass)

/** Skips every second row; each pixel is one or the mean of two. */
function plainPixels({ bytes, offset, pixelStep, stride }: Greys, area: Size, pass: ScanPass): Pixels {
  const { width, height } = passSize(area, pass)
  const words = new Uint32Array(width * height)
  const zoom = ZOOMS[pass]
  const last = area.width - 1
  let next = 0
  for (let row = 0; row < height; row++) {
    const start = offset + row * 2 * stride
    for (let column = 0; column < width; column++) {
      const left = Math.floor(column / zoom)
      // Half width: two neighbours make one pixel. Twice the width: a third pixel goes between two neighbours.
      const right = zoom === 1 ? left : Math.min(Math.floor((column + 1) / zoom - (zoom === 0.5 ? 1 : 0)), last)
      const grey = ((bytes[start + left * pixelStep] ?? 0) + (bytes[start + right * pixelStep] ?? 0)) >> 1
      words[next++] = 0xff000000 | (grey * 0x010101)
    }
  }
  return { data: new Uint8ClampedArray(words.buffer), width, height }
}

/** Bars are upright, so each row is sharpened for itself, after it was averaged with those below it. */
function sharpPixels({ bytes, offset, pixelStep, stride }: Greys, area: Size, pass: ScanPass): Pixels {
  const { width, height } = passSize(area, pass)
  const words = new Uint32Array(width * height)
  const [down, across] = [rowsPerRow(pass), 1 / ZOOMS[pass]]
  const row = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    row.fill(0)
    for (let line = 0; line < down * across; line++) {
      let from = offset + (y * down + Math.floor(line / across)) * stride + (line % across) * pixelStep
      for (let x = 0; x < width; x++, from += across * pixelStep) row[x] = (row[x] ?? 0) + (bytes[from] ?? 0)
    }
    stretchRow(row, MIN_CONTRAST * down * across)
    words.set(sharpenRow(row), y * width)
  }
  return { data: new Uint8ClampedArray(words.buffer), width, height }
}
