import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { noisy, packedZeros, plain, png, pngChunk } from '#test/files/images.ts'
import { inTier, onlyInFullTier } from '#test/tier.ts'
import { imageProcessor } from './process-image.ts'
import { resizeImage, type MadeImage } from './resize-image.ts'

const processImage = imageProcessor()
/** Before a merge the harmless ones are read in this process: a separate process for each takes a second. */
const readImage = inTier({ merge: resizeImage, full: processImage })

async function made(original: Buffer): Promise<MadeImage> {
  const result = await readImage(original)
  if (typeof result === 'string') throw new Error(result)
  return result
}
const getWidths = ({ files }: MadeImage) => files.map(({ width }) => width)
/** The colour of a pixel of the largest file: red, green and blue from 0 to 255. */
async function pixel(image: MadeImage, left: number, top: number): Promise<number[]> {
  const { bytes } = image.files.at(-1)!
  const one = sharp(bytes).removeAlpha().extract({ left, top, width: 1, height: 1 })
  return [...(await one.raw().toBuffer())]
}
const near = (value: number) => expect.closeTo(value, -1.2)
const RED = [near(255), near(0), near(0)]
const BLUE = [near(0), near(0), near(255)]

/** Left half red, right half blue. */
const halves = (width = 400, height = 200) =>
  plain('#f00', { width, height }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#00f' } }, left: width / 2, top: 0 },
  ])

const FORMATS: readonly (readonly [string, () => Sharp])[] = [
  ['JPEG', () => noisy({ width: 1600, height: 1200 }).jpeg()],
  ['progressive JPEG', () => noisy({ width: 1600, height: 1200 }).jpeg({ progressive: true })],
  ['PNG', () => noisy({ width: 1600, height: 1200 }).png()],
  ['WebP', () => noisy({ width: 1600, height: 1200 }).webp()],
  ['AVIF', () => plain('#383', { width: 1600, height: 1200 }).avif({ effort: 0 })],
]

describe('an image', () => {
  test.each(FORMATS.slice(0, inTier({ merge: 1, full: 5 })))(
    'is converted from %s to WebP in four widths',
    async (_name, make) => {
      const image = await made(await make().toBuffer())
      expect(image).toMatchObject({ width: 1280, height: 960 })
      expect(getWidths(image)).toEqual([160, 320, 640, 1280])
      for (const { width, bytes } of image.files) {
        expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height: width * 0.75 })
      }
    },
  )

  test('is never enlarged', async () => {
    expect(getWidths(await made(await plain('#333', { width: 500, height: 20 }).png().toBuffer()))).toEqual([
      160, 320, 500,
    ])
    expect(getWidths(await made(await plain('#333', { width: 1, height: 1 }).png().toBuffer()))).toEqual([1])
  })

  test('is scaled down to the maximum height when it is a narrow strip', async () => {
    const image = await made(await plain('#333', { width: 30, height: 16_000 }).png().toBuffer())
    expect(image).toMatchObject({ width: 5, height: 2560 })
  })

  test('is rotated upright according to its EXIF orientation', async () => {
    const image = await made(await halves().withMetadata({ orientation: 6 }).jpeg().toBuffer())
    expect(image).toMatchObject({ width: 200, height: 400 })
    expect(await pixel(image, 100, 50)).toEqual(RED)
    expect(await pixel(image, 100, 350)).toEqual(BLUE)
  })

  test('is stripped of its metadata, such as location and camera', async () => {
    const secret = { IFD0: { Make: 'Kamera Oy', Artist: 'Anna Admin' }, IFD3: { GPSLatitude: '60/1 10/1 0/1' } }
    const original = await plain('#0f0')
      .withExif(secret)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .jpeg()
      .toBuffer()
    expect((await sharp(original).metadata()).exif).toBeDefined()
    for (const { bytes } of (await made(original)).files) {
      const { exif, xmp, icc, iptc } = await sharp(bytes).metadata()
      expect({ exif, xmp, icc, iptc }).toEqual({})
      expect(bytes.includes('Kamera')).toBe(false)
    }
  })

  test('keeps its colours when it is converted from another colour space', async () => {
    const wide = await plain('#c83c28').withIccProfile('p3').png().toBuffer()
    const press = await plain('#c83c28').toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
    expect(await pixel(await made(wide), 5, 5)).toEqual([near(200), near(60), near(40)])
    expect((await pixel(await made(press), 5, 5))[0]).toBeGreaterThan(150)
    const grey = await made(await plain('#808080').toColourspace('b-w').png().toBuffer())
    expect(await pixel(grey, 5, 5)).toEqual([near(128), near(128), near(128)])
  })

  test('keeps its transparency', async () => {
    const glass = {
      create: { width: 300, height: 300, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    }
    const image = await made(await sharp(glass).png().toBuffer())
    const { channels } = await sharp(image.files[0]!.bytes).stats()
    expect(channels[3]?.max).toBe(0)
  })

  test('is reduced to its first frame when it is animated', async () => {
    const frames = await Promise.all(['#f00', '#00f'].map(colour => plain(colour).png().toBuffer()))
    const image = await made(
      await sharp(frames, { join: { animated: true } })
        .webp({ loop: 0, delay: [100, 100] })
        .toBuffer(),
    )
    expect(image).toMatchObject({ width: 400, height: 300 })
    expect((await sharp(image.files[0]!.bytes).metadata()).pages).toBeUndefined()
    expect(await pixel(image, 5, 5)).toEqual(RED)
  })

  test.runIf(onlyInFullTier('it converts each photograph twice'))(
    'is converted to the same bytes each time',
    async () => {
      const original = await noisy({ width: 700, height: 500 }).jpeg().toBuffer()
      expect(await made(original)).toEqual(await made(original))
    },
  )
})

const tinyRows = pngChunk('IDAT', deflateSync(Buffer.alloc(310)))
const photo = () => noisy({ width: 1200, height: 900 }).jpeg().toBuffer()
/** A JPEG whose last scan of the whole image is repeated many times. */
async function endlessScans(): Promise<Buffer> {
  const jpeg = await plain('#888', { width: 3000, height: 3000 }).jpeg({ progressive: true }).toBuffer()
  const [end, lastScan] = [jpeg.length - 2, jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))]
  const passes = Array.from({ length: 20_000 }, () => jpeg.subarray(lastScan, end))
  return Buffer.concat([jpeg.subarray(0, end), ...passes, jpeg.subarray(end)])
}

describe('a malicious file', () => {
  test.each([
    ['50,000 pixels square', () => png({ width: 50_000, height: 50_000 }, pngChunk('IDAT', packedZeros(10)))],
    ['four billion pixels square', () => png({ width: 0x7fffffff, height: 0x7fffffff }, tinyRows)],
  ])('is refused: %s', async (_name, make) => {
    expect(await readImage(make())).toMatch(/image\.(tooLarge|unreadable)/)
  })

  test.runIf(onlyInFullTier('it converts in a separate process, which takes memory that other tests need'))(
    'is refused: 20,000 pixels square',
    async () => {
      const square = png({ width: 20_000, height: 20_000 }, pngChunk('IDAT', packedZeros(100)))
      expect(await processImage(square)).toMatch(/image\.(tooLarge|unreadable)/)
    },
  )

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    [
      'a head that promises more than there is',
      () => png({ width: 6000, height: 6000 }, pngChunk('IDAT', packedZeros(1))),
    ],
    ['a head without anything', () => png({ width: 100, height: 100 })],
    ['no pixels at all', () => png({ width: 0, height: 0 }, tinyRows)],
    ['a photograph that was cut off', async () => (await photo()).subarray(0, 20_000)],
    ['the beginning of a photograph', async () => (await photo()).subarray(0, 300)],
    ['a PNG that was cut off', async () => (await plain('#123').png().toBuffer()).subarray(0, 120)],
    [
      'a WebP that was cut off',
      async () => (await noisy({ width: 300, height: 300 }).webp().toBuffer()).subarray(0, 900),
    ],
    [
      'an AVIF that was cut off',
      async () => (await noisy({ width: 100, height: 100 }).avif({ effort: 0 }).toBuffer()).subarray(0, 500),
    ],
    ['a picture of vectors', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', () => plain('#123').gif().toBuffer()],
    ['a TIFF', () => plain('#123').tiff().toBuffer()],
    [
      'noise behind the beginning of a JPEG',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(50_000, 7)]),
    ],
    ['nothing', () => Buffer.alloc(0)],
  ])('is refused as unreadable: %s', async (_name, make) => {
    expect(await readImage(await make())).toBe('image.unreadable')
  })

  test.runIf(onlyInFullTier('it converts in a separate process, which takes memory that other tests need'))(
    'is refused as unreadable: 20,000 scans of one photograph',
    async () => {
      expect(await processImage(await endlessScans())).toBe('image.unreadable')
    },
  )

  const packedText = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), packedZeros(20)]))
  const packedProfile = pngChunk('iCCP', Buffer.concat([Buffer.from('Profile\0\0'), packedZeros(300)]))
  test.runIf(onlyInFullTier('it converts hundreds of damaged images in separate processes')).each([
    ['300 MB behind a hundred pixels', () => png({ width: 10, height: 10 }, pngChunk('IDAT', packedZeros(300)))],
    ['forty texts of 20 MB', () => png({ width: 10, height: 10 }, ...Array<Buffer>(40).fill(packedText), tinyRows)],
    ['a colour profile of 300 MB', () => png({ width: 10, height: 10 }, packedProfile, tinyRows)],
    [
      'as many pixels as may be, as deep as can be, to be read crosswise',
      () =>
        png(
          { width: 6300, height: 6300, depth: 16, colourType: 6, interlaced: true },
          pngChunk('IDAT', packedZeros(318)),
        ),
    ],
  ])('is either converted or refused: %s', async (_name, make) => {
    const result = await processImage(make())
    // It was decoded, or it was stopped: both are fine.
    expect(typeof result === 'string' ? result : result.files.length).toBeOneOf([
      1,
      4,
      'image.tooLarge',
      'image.unreadable',
    ])
  })

  test.runIf(onlyInFullTier('it converts in separate processes'))(
    'does not prevent the next image from being converted',
    async () => {
      const bombs = [await endlessScans(), png({ width: 20_000, height: 20_000 }, tinyRows)]
      const [, , good] = await Promise.all([...bombs, await photo()].map(each => processImage(each)))
      expect(good).toMatchObject({ width: 1200 })
    },
  )
})

test.runIf(onlyInFullTier('it converts many images in separate processes'))(
  'some of many concurrent images are refused as busy, and the others are converted',
  async () => {
    const small = await plain('#123', { width: 20, height: 20 }).png().toBuffer()
    const results = await Promise.all(Array.from({ length: 10 }, () => processImage(small)))
    expect(results.map(result => (result === 'busy' ? 'busy' : 'read'))).toEqual([
      ...Array<string>(8).fill('read'),
      ...Array<string>(2).fill('busy'),
    ])
  },
)

test.runIf(onlyInFullTier('it waits for the time limit of a conversion'))(
  'an image that takes too long to convert is refused',
  async () => {
    const hurried = imageProcessor({ patienceMs: 5 })
    expect(await hurried(await noisy({ width: 3000, height: 3000 }).png().toBuffer())).toBe('image.unreadable')
  },
)

test.runIf(onlyInFullTier('it fills the memory that a conversion may have'))(
  'an image that needs too much memory is refused as too large',
  async () => {
    const frugal = imageProcessor({ memoryBytes: 60_000_000 })
    expect(await frugal(await noisy({ width: 3000, height: 3000 }).png().toBuffer())).toBe('image.tooLarge')
  },
)
