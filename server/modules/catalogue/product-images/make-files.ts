import sharp, { type Sharp } from 'sharp'
import { imageWidths, LARGEST_HEIGHT, LARGEST_IMAGE_PIXELS, LARGEST_WIDTH } from '#domain/catalogue/image-sizes.ts'

export type MadeImage = { width: number; height: number; files: { width: number; bytes: Buffer }[] }
export type MakeRefusal = 'image.tooLarge' | 'image.unreadable'

const QUALITY = 80
const OPTIONS = { failOn: 'error', limitInputPixels: LARGEST_IMAGE_PIXELS, sequentialRead: true } as const

// What is no image of the four kinds is no input at all, whatever it says of itself. Nothing is kept for the next one.
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

/** An image as it is served: upright, in sRGB, of a moving one its first picture, with nothing of its metadata. */
export async function makeFiles(original: Buffer): Promise<MadeImage | MakeRefusal> {
  try {
    // The head alone.
    const { width, height } = await sharp(original, { limitInputPixels: false }).metadata()
    if (width * height > LARGEST_IMAGE_PIXELS) return 'image.tooLarge'
    return await inEachWidth(sharp(original, OPTIONS))
  } catch {
    // The library says in a sentence what is wrong with the bytes. It helps no one who chose a picture.
    return 'image.unreadable'
  }
}

/** Read once, then made smaller from what was read: at most some megabytes. */
async function inEachWidth(original: Sharp): Promise<MadeImage> {
  const box = { width: LARGEST_WIDTH, height: LARGEST_HEIGHT, fit: 'inside', withoutEnlargement: true } as const
  const upright = original.autoOrient().resize(box).toColourspace('srgb').raw({ depth: 'uchar' })
  const { data, info } = await upright.toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files = []
  for (const width of imageWidths(info.width)) {
    const bytes = await sharp(data, { raw }).resize({ width }).webp({ quality: QUALITY }).toBuffer()
    files.push({ width, bytes })
  }
  return { width: info.width, height: info.height, files }
}
