/** The widths in pixels that an image is stored in: thumbnail, card on a phone, card on a dense screen, full size. */
const WIDTHS = [160, 320, 640, 1280] as const
export const LARGEST_WIDTH = 1280
/** Enough for a tall bottle; taller images are scaled down. */
export const LARGEST_HEIGHT = 2560

/** The limit for an original, meant to exceed what phone cameras produce. */
export const LARGEST_IMAGE_PIXELS = 40_000_000

/** The widths in which an image of this width is stored, smallest first; none exceeds the image's own width. */
export function imageWidths(width: number): number[] {
  const whole = Math.min(width, LARGEST_WIDTH)
  return [...WIDTHS.filter(each => each < whole), whole]
}

export type ImageFile = { url: string; width: number }

/** The files of an image. The hash is that of its content, so the content of a URL never changes. */
export const imageFiles = (hash: string, widths: readonly number[]): ImageFile[] =>
  widths.map(width => ({ url: `/images/${hash}-${width}.webp`, width }))
