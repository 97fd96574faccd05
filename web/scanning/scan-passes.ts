/**
 * How a picture is scanned. `near`: at half its width, which takes a fifth of the time, reads every code that is large enough and
 * tolerates blur. `whole`: at its full width. `far`: its middle at twice the width, for small codes.
 */
export type ScanPass = 'near' | 'whole' | 'far'

/** The brightness of a picture's pixels: the offset of the first one, and the distances to the next one and the next row. */
type Greys = {
  bytes: Uint8Array
  offset: number
  pixelStep: number
  stride: number
}

/** The decoder's input: four bytes per pixel. */
export type Pixels = Size & {
  data: Uint8ClampedArray<ArrayBuffer>
}

// Most pictures get the quick pass, so that a code in view seldom waits for a slow one.
const PASSES: readonly ScanPass[] = ['near', 'near', 'near', 'whole', 'near', 'near', 'near', 'far']
const ZOOMS: Record<ScanPass, 0.5 | 1 | 2> = { near: 0.5, whole: 1, far: 2 }

export const scanPassAt = (turn: number): ScanPass => PASSES[turn % PASSES.length] ?? 'whole'

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

/** The size of a pass's picture. Any line across a barcode is enough, so every second row is left out. */
export function passSize({ width, height }: Size, pass: ScanPass): Size {
  return { width: width * ZOOMS[pass], height: Math.floor(height / 2) }
}

/** The grey picture of a pass, from the brightness of its area. Each pixel is the mean of two. */
export function passPixels({ bytes, offset, pixelStep, stride }: Greys, area: Size, pass: ScanPass): Pixels {
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
const scaleOf = (video: Size, view: Size) => Math.max(view.width / video.width, view.height / video.height)

/** The area searched for codes, in the view's pixels: centred, or as near to the centre as the buttons allow. */
function windowInView(video: Size, view: Size): Area {
  const scale = scaleOf(video, view)
  const width = Math.min(video.width * scale * SHARE_OF_VIDEO.width, view.width * SHARE_OF_VIEW.width)
  const clear = view.height - BUTTONS_PX - AIR_PX
  const height = Math.min(video.height * scale * SHARE_OF_VIDEO.height, view.height * SHARE_OF_VIEW.height, clear)
  const top = Math.max((view.height - height) / 2, BUTTONS_PX)
  return { left: (view.width - width) / 2, top, width, height }
}

/** The area searched for codes, in the video's pixels: about 80 % × 45 % of it, never outside of what is visible. */
export function aimingWindow(video: Size, view: Size): Area {
  const scale = scaleOf(video, view)
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
