import sharp, { type Sharp } from 'sharp'
import { imageWidths, MAX_HEIGHT, MAX_IMAGE_PIXELS, MAX_WIDTH } from '#domain/catalogue/product-images.ts'

export type MadeImage = { width: number; height: number; files: { width: number; bytes: Buffer }[] }
export type MakeRefusal = 'image.tooLarge' | 'image.unreadable'

const WEBP_QUALITY = 80
const SHARP_OPTIONS = { failOn: 'error', limitInputPixels: MAX_IMAGE_PIXELS, sequentialRead: true } as const

// Only the four image formats are accepted, whatever a file claims to be. Nothing is cached for the next one.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

/** Makes the files that are served: upright, in sRGB, of an animation its first frame, without metadata. */
export async function resizeImage(original: Buffer): Promise<MadeImage | MakeRefusal> {
  try {
    // Reads only the header.
    const { width, height } = await sharp(original, { limitInputPixels: false }).metadata()
    if (width * height > MAX_IMAGE_PIXELS) return 'image.tooLarge'
    return await inEachWidth(sharp(original, SHARP_OPTIONS))
  } catch {
    // The error message of the library would not help the admin who chose the picture.
    return 'image.unreadable'
  }
}

/** Decodes once, then resizes the decoded pixels: at most some megabytes. */
async function inEachWidth(original: Sharp): Promise<MadeImage> {
  const box = { width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true } as const
  const upright = original.autoOrient().resize(box).toColourspace('srgb').raw({ depth: 'uchar' })
  const { data, info } = await upright.toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files = []
  for (const width of imageWidths(info.width)) {
    const bytes = await sharp(data, { raw }).resize({ width }).webp({ quality: WEBP_QUALITY }).toBuffer()
    files.push({ width, bytes })
  }
  return { width: info.width, height: info.height, files }
}
