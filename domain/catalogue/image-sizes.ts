/** In how many pixels' width an image is kept: a thumbnail, a card on a phone, one on a dense screen, the whole of it. */
const WIDTHS = [160, 320, 640, 1280] as const
export const LARGEST_WIDTH = 1280
/** A tall bottle is shown whole; what is taller still becomes narrower. */
export const LARGEST_HEIGHT = 2560

/** Of an original: more than a phone's camera gives. */
export const LARGEST_IMAGE_PIXELS = 40_000_000

/** The widths that an image of so many pixels is kept in, the smallest first: none is larger than the image itself. */
export function imageWidths(width: number): number[] {
  const whole = Math.min(width, LARGEST_WIDTH)
  return [...WIDTHS.filter(each => each < whole), whole]
}

export type ImageFile = { url: string; width: number }

/** Where the files of an image lie. Its hash stands for its content, so an address never means anything else. */
export const imageFiles = (hash: string, widths: readonly number[]): ImageFile[] =>
  widths.map(width => ({ url: `/images/${hash}-${width}.webp`, width }))
