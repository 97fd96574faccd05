import type { Area, Size } from './aiming-window.ts'

/**
 * How a picture is scanned. `near`: at half its width, which takes a fifth of the time, reads every code that is large enough and
 * tolerates blur. `whole`: at its full width. `far`: its middle at twice the width, for small codes.
 */
export type Look = 'near' | 'whole' | 'far'

/** The brightness of a picture's pixels: the offset of the first one, and the distances to the next one and the next row. */
export type Greys = {
  bytes: Uint8Array
  offset: number
  pixelStep: number
  stride: number
}

/** The decoder's input: four bytes per pixel. */
export type Pixels = Size & {
  data: Uint8ClampedArray<ArrayBuffer>
}

const IN_TURN: readonly Look[] = ['near', 'whole', 'near', 'far']
const ZOOMS: Record<Look, 0.5 | 1 | 2> = { near: 0.5, whole: 1, far: 2 }

export const checkIfDue = (turn: number): Look => IN_TURN[turn % IN_TURN.length] ?? 'whole'

const even = (value: number) => Math.floor(value / 2) * 2

/** The part of the aiming window that a look covers, on even pixels: a camera stores colours for blocks of two by two. */
export function lookArea({ left, top, width, height }: Area, look: Look): Area {
  const share = look === 'far' ? 0.5 : 1
  return {
    left: even(left + (width * (1 - share)) / 2),
    top: even(top + (height * (1 - share)) / 2),
    width: even(width * share),
    height: even(height * share),
  }
}

/** The size of a look's picture. Any line across a barcode is enough, so every second row is left out. */
export function lookSize({ width, height }: Size, look: Look): Size {
  return { width: width * ZOOMS[look], height: Math.floor(height / 2) }
}

/** The grey picture of a look, from the brightness of its area. Each pixel is the mean of two. */
export function lookPixels({ bytes, offset, pixelStep, stride }: Greys, area: Size, look: Look): Pixels {
  const { width, height } = lookSize(area, look)
  const words = new Uint32Array(width * height)
  const zoom = ZOOMS[look]
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
