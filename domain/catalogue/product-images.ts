/** The widths in pixels that an image is stored in: thumbnail, card on a phone, card on a dense screen, full size. */
const IMAGE_WIDTHS = [160, 320, 640, 1280] as const
export const MAX_WIDTH = 1280
/** Enough for a tall bottle; taller images are scaled down. */
export const MAX_HEIGHT = 2560

/** The limit for an original, meant to exceed what phone cameras produce. */
export const MAX_IMAGE_PIXELS = 40_000_000

/** The widths in which an image of this width is stored, smallest first; none exceeds the image's own width. */
export function imageWidths(width: number): number[] {
  const whole = Math.min(width, MAX_WIDTH)
  return [...IMAGE_WIDTHS.filter(each => each < whole), whole]
}

export type ImageFile = { url: string; width: number }

/** The files of an image. The hash is that of its content, so the content of a URL never changes. */
export const imageFiles = (hash: string, widths: readonly number[]): ImageFile[] =>
  widths.map(width => ({ url: `/images/${hash}-${width}.webp`, width }))

export type ImageKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff]
/** The brands of AVIF and HEIC containers. Some files list a generic container brand first. */
const AVIF_BRANDS = ['avif', 'avis']
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']
const MAX_BRANDS_END = 256

const beginsWith = (bytes: Uint8Array, expected: readonly number[]): boolean =>
  expected.every((byte, at) => bytes[at] === byte)

const readAscii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to))

/** Determined from the first bytes, not from the file name or the sender's type; undefined: not a supported kind. */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
  if (beginsWith(bytes, JPEG_SIGNATURE)) return 'jpeg'
  if (beginsWith(bytes, PNG_SIGNATURE)) return 'png'
  if (readAscii(bytes, 0, 4) === 'RIFF' && readAscii(bytes, 8, 12) === 'WEBP') return 'webp'
  return readAscii(bytes, 4, 8) === 'ftyp' ? kindOfBrands(readBrands(bytes)) : undefined
}

/** The first box: its length, `ftyp`, the major brand, a version, and the compatible brands. */
function readBrands(bytes: Uint8Array): string[] {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
  const text = readAscii(bytes, 0, Math.min(length, MAX_BRANDS_END))
  return [text.slice(8, 12), ...(text.slice(16).match(/.{4}/gs) ?? [])]
}

function kindOfBrands(brands: readonly string[]): 'avif' | 'heic' | undefined {
  if (brands.some(brand => AVIF_BRANDS.includes(brand))) return 'avif'
  return brands.some(brand => HEIC_BRANDS.includes(brand)) ? 'heic' : undefined
}
