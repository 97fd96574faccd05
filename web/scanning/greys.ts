import type { Size } from './scan-passes.ts'

/** The brightness of a picture's pixels: the offset of the first one, and the distances to the next one and the next row. */
export type Greys = {
  bytes: Uint8Array | Uint8ClampedArray
  offset: number
  pixelStep: number
  stride: number
}

/** What a picture shows beside codes that can be read. */
export type Sight = {
  /** Bars where the shopper aims. */
  hasBars: boolean
  isDark: boolean
}

/** The decoder's input: four bytes per pixel. */
export type Pixels = Size & {
  data: Uint8ClampedArray<ArrayBuffer>
}
