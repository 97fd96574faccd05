/**
 * How a picture is scanned. `near`: at half its width, which takes a fifth of the time, reads every code that is large enough and
 * tolerates blur. `whole`: at its full width. `far`: its middle at twice the width, for small codes. `sharp` and `sharp-near`: at its
 * full and at half its width, sharpened, for blurred or unevenly lit codes.
 */
export type ScanPass = 'near' | 'whole' | 'far' | 'sharp' | 'sharp-near'

/** The brightness of a picture's pixels: the offset of the first one, and the distances to the next one and the next row. */
type Greys = {
  bytes: Uint8Array | Uint8ClampedArray
  offset: number
  pixelStep: number
  stride: number
}

/** The decoder's input: four bytes per pixel. */
export type Pixels = Size & {
  data: Uint8ClampedArray<ArrayBuffer>
}

const ZOOMS: Record<ScanPass, 0.5 | 1 | 2> = { near: 0.5, whole: 1, far: 2, sharp: 1, 'sharp-near': 0.5 }

/**
 * Most pictures get the quick pass, so that a code in view seldom waits for a slow one. `canSharpen`: whether a product list can confirm
 * what only a sharpened picture shows.
 */
export function scanPassAt(turn: number, canSharpen: boolean): ScanPass {
  const at = turn % 8
  if (at === 7) return 'far'
  if (at === 3) return 'whole'
  if (at === 5 && canSharpen) return turn % 16 === at ? 'sharp' : 'sharp-near'
  return 'near'
}

export const isSharpened = (pass: ScanPass) => pass.startsWith('sharp')

const even = (value: number) => Math.floor(value / 2) * 2

/** The part of the aiming window that a pass covers, on even pixels: a camera stores colours for blocks of two by two. */
export function passArea({ left, top, width, height }: Area, pass: ScanPass): Area {
  const share = pass === 'far' ? 0.5 : 1
  return {
    left: even(left + (width * (1 - share)) / 2),
    top: even(top + (height * (1 - share)) / 2),
    width: even(width * share),
    height: even(height * share),
  }
}

/** Any line across a barcode is enough: every second row is left out, or eight are averaged, which removes noise. */
const rowsPerRow = (pass: ScanPass) => (isSharpened(pass) ? 8 : 2)

/** The size of a pass's picture. */
export function passSize({ width, height }: Size, pass: ScanPass): Size {
  return { width: width * ZOOMS[pass], height: Math.floor(height / rowsPerRow(pass)) }
}

/** The grey picture of a pass, from the brightness of its area. */
export const passPixels = (greys: Greys, area: Size, pass: ScanPass): Pixels =>
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

// Smaller differences are noise on an even surface.
const MIN_CONTRAST = 16
const BLOCK = 16
const BLOCKS_AROUND = 2

/** Makes a row range from 0 to 255 everywhere, however dark, pale or unevenly lit; even surfaces become 255. */
function stretchRow(row: Float32Array, minRange: number): void {
  const last = Math.ceil(row.length / BLOCK) - 1
  const lows = new Float32Array(last + 1).fill(Infinity)
  const highs = new Float32Array(last + 1)
  for (let block = 0; block <= last; block++) {
    const end = Math.min((block + BLOCKS_AROUND + 1) * BLOCK, row.length)
    for (let x = Math.max(block - BLOCKS_AROUND, 0) * BLOCK; x < end; x++) {
      const value = row[x] ?? 0
      if (value < (lows[block] ?? 0)) lows[block] = value
      if (value > (highs[block] ?? 0)) highs[block] = value
    }
  }
  for (let x = 0; x < row.length; x++) {
    const at = Math.min(Math.max(x / BLOCK - 0.5, 0), last)
    const block = Math.floor(at)
    const next = Math.min(block + 1, last)
    const low = (lows[block] ?? 0) + ((lows[next] ?? 0) - (lows[block] ?? 0)) * (at - block)
    const high = (highs[block] ?? 0) + ((highs[next] ?? 0) - (highs[block] ?? 0)) * (at - block)
    row[x] = high - low < minRange ? 255 : (((row[x] ?? 0) - low) * 255) / (high - low)
  }
}

// In pixels to each side; blur of a bar reaches about as far.
const BLUR_RADIUS = 4
const STRENGTH = 3

/** An unsharp mask: enlarges the differences from the surroundings, which blur made too small. Returns grey pixels. */
function sharpenRow(row: Float32Array): Uint32Array {
  const { length } = row
  const sums = new Float64Array(length + 1)
  for (let x = 0; x < length; x++) sums[x + 1] = (sums[x] ?? 0) + (row[x] ?? 0)
  const meanAround = (x: number, radius: number) => {
    const from = Math.max(x - radius, 0)
    const end = Math.min(x + radius + 1, length)
    return ((sums[end] ?? 0) - (sums[from] ?? 0)) / (end - from)
  }
  const words = new Uint32Array(length)
  for (let x = 0; x < length; x++) {
    const smooth = meanAround(x, 1)
    const grey = Math.min(Math.max(smooth + STRENGTH * (smooth - meanAround(x, BLUR_RADIUS)), 0), 255)
    words[x] = 0xff000000 | (Math.floor(grey) * 0x010101)
  }
  return words
}

type Size = {
  width: number
  height: number
}

export type Area = Size & {
  left: number
  top: number
}

const SHARE_OF_VIDEO = { width: 0.8, height: 0.45 }
// The window keeps clear of the edges of what the shopper sees.
const SHARE_OF_VIEW = { width: 0.92, height: 0.8 }
// And of the buttons along the view's top, plus some space.
const BUTTONS_PX = 64
const AIR_PX = 8

/** Pixels of the view for each pixel of a video that fills it (object-fit: cover). */
const getScale = (video: Size, view: Size) => Math.max(view.width / video.width, view.height / video.height)

/** The area searched for codes, in the view's pixels: centred, or as near to the centre as the buttons allow. */
function windowInView(video: Size, view: Size): Area {
  const scale = getScale(video, view)
  const width = Math.min(video.width * scale * SHARE_OF_VIDEO.width, view.width * SHARE_OF_VIEW.width)
  const clear = view.height - BUTTONS_PX - AIR_PX
  const height = Math.min(video.height * scale * SHARE_OF_VIDEO.height, view.height * SHARE_OF_VIEW.height, clear)
  const top = Math.max((view.height - height) / 2, BUTTONS_PX)
  return { left: (view.width - width) / 2, top, width, height }
}

/** The area searched for codes, in the video's pixels: about 80 % × 45 % of it, never outside of what is visible. */
export function aimingWindow(video: Size, view: Size): Area {
  const scale = getScale(video, view)
  const { top, width, height } = windowInView(video, view)
  const size = { width: Math.round(width / scale), height: Math.round(height / scale) }
  const hiddenAbove = (video.height - view.height / scale) / 2
  return { left: Math.round((video.width - size.width) / 2), top: Math.round(hiddenAbove + top / scale), ...size }
}

/** The same window as shares (0 to 1) of the view, for drawing its corners. */
export function aimingShares(video: Size, view: Size): Area {
  const { left, top, width, height } = windowInView(video, view)
  return {
    left: left / view.width,
    top: top / view.height,
    width: width / view.width,
    height: height / view.height,
  }
}
