import { MAX_HEIGHT, MAX_WIDTH } from '#domain/catalogue/product-images.ts'

/** Files up to this size are sent quickly on a phone's network. */
const SMALL_BYTES = 1_000_000
const IMAGE_QUALITY = 0.92
const WITHOUT_GLASS = ['image/jpeg', 'image/heic', 'image/heif']
const KNOWN_TYPES = [...WITHOUT_GLASS, 'image/png', 'image/webp', 'image/avif']

/**
 * Scales a photograph down to the shop's largest size if that reduces the file size; converts HEIC to JPEG if the browser can
 * decode it. A file that the browser can't decode is sent unchanged: the server reports what is wrong with it.
 */
export async function smallerImage(file: File): Promise<Blob> {
  const isHeic = /^image\/hei[cf]$/.test(file.type)
  if (!KNOWN_TYPES.includes(file.type) || (file.size <= SMALL_BYTES && !isHeic)) return file
  try {
    const drawn = await drawSmaller(file)
    return drawn && (isHeic || drawn.size < file.size) ? drawn : file
  } catch {
    return file
  }
}

async function drawSmaller(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, MAX_WIDTH / picture.width, MAX_HEIGHT / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  // A JPEG has no transparency: transparent pixels would be black.
  const type = WITHOUT_GLASS.includes(file.type) ? 'image/jpeg' : 'image/webp'
  return context && new Promise(resolve => canvas.toBlob(resolve, type, IMAGE_QUALITY))
}
