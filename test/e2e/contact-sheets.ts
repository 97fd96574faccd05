import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { DOCS_SCREENS_DIR, SCREENS_DIR } from './places.ts'
import { isSamePicture, NEVER_TWICE_ALIKE, type PictureSize, SAME_PICTURE, shareOfOther } from './same-picture.ts'
import { AREAS, type Screen } from './screen-list.ts'
import { isThere, LARGE_TEXT, type ScreenVariant, PHONE as PHONE_SIZE, SMALL_PHONE } from './screen-variants.ts'

/** Shown by the shopkeepers' guide, in each of its languages. */
const GUIDE_LOOKS: Readonly<Record<string, Omit<ScreenVariant, 'language'>>> = {
  paying: PHONE_SIZE,
  'admin-import-mistakes': { width: 1280, height: 800 },
}

/** Shown by README.md, the tour of the demo and the guide, at their full size. */
const getDocumentPictures = (): string[] => [
  'home-390-en',
  'basket-scanning-390-en',
  'completed-390-en',
  'admin-home-1280-en',
  ...Object.entries(GUIDE_LOOKS).flatMap(([name, variant]) =>
    LANGUAGE_CODES.map(language => pictureName(name, { ...variant, language })),
  ),
]

const GAP = 12
const GROUND = '#d9d9d9'
/** The layout of one look of an area's screens: the size of each picture on the sheet, and the number of columns. */
const PHONE = {
  variant: { language: 'fi', width: 390, height: 844 },
  size: { width: 195, height: 422 },
  columns: 8,
} as const
const DESK = {
  variant: { language: 'en', width: 1280, height: 800 },
  size: { width: 512, height: 320 },
  columns: 3,
} as const

export type Tile = { screen: Screen; variant: ScreenVariant; left: number; top: number; width: number; height: number }

const getLayout = (screens: readonly Screen[]) => (screens.some(({ name }) => name.startsWith('admin-')) ? DESK : PHONE)
const getColumns = (screens: readonly Screen[]) => Math.min(getLayout(screens).columns, onSheet(screens).length)

/** A screen that only phones have is not on desktop sheets. */
const onSheet = (screens: readonly Screen[]) => screens.filter(screen => isThere(screen)(getLayout(screens).variant))

/** The position of each screen of an area on its sheet, in pixels. */
export function getTiles(screens: readonly Screen[]): Tile[] {
  const { variant, size } = getLayout(screens)
  const columns = getColumns(screens)
  return onSheet(screens).map((screen, place) => ({
    screen,
    variant,
    ...size,
    left: GAP + (place % columns) * (size.width + GAP),
    top: GAP + Math.floor(place / columns) * (size.height + GAP),
  }))
}

export const getSheet = (area: string) => join(DOCS_SCREENS_DIR, `${area}.webp`)

/** The name of one screen in one look, without extension. */
export const pictureName = (screen: string, { width, language, isDark, isLarge }: ScreenVariant): string =>
  `${screen}-${width}-${language}${isDark ? '-dark' : ''}${isLarge ? '-large' : ''}`

const PURCHASE = [
  'login',
  'inbox',
  'phone',
  'choose-store',
  'home',
  'basket',
  'checkout',
  'paying',
  'completed',
  'purchase',
] as const
const TINY_WIDTH = 130

/** The whole purchase: a row for each language on a small phone, then on a phone. */
function tilesOfPurchase() {
  const variants = [SMALL_PHONE, PHONE_SIZE].flatMap(size =>
    LANGUAGE_CODES.map((language): ScreenVariant => ({ language, ...size })),
  )
  let top = GAP
  return variants.flatMap(variant => {
    const height = Math.round((variant.height * TINY_WIDTH) / variant.width)
    const row = PURCHASE.map((name, place) => ({
      name: pictureName(name, variant),
      left: GAP + place * (TINY_WIDTH + GAP),
      top,
      width: TINY_WIDTH,
      height,
    }))
    top += height + GAP
    return row
  })
}

/** Buying, a product's sheet, a pre-order and the door, with large text. */
const WITH_LARGE_TEXT = [
  'home',
  'product-sheet',
  'basket',
  'checkout',
  'paying',
  'completed',
  'preorder-basket',
  'preorder',
  'door-code',
]

/** The looks in which a screen is pictured only with large text. */
export const largeLooks = ({ name }: Screen): readonly ScreenVariant[] =>
  WITH_LARGE_TEXT.includes(name) ? [LARGE_TEXT] : []

/** In two rows. */
function tilesOfLargeText(): NamedTile[] {
  const { width, height } = PHONE.size
  const columns = Math.ceil(WITH_LARGE_TEXT.length / 2)
  return WITH_LARGE_TEXT.map((name, place) => ({
    name: pictureName(name, LARGE_TEXT),
    left: GAP + (place % columns) * (width + GAP),
    top: GAP + Math.floor(place / columns) * (height + GAP),
    width,
    height,
  }))
}

/** The variants of a screen that only the pictures of the guide need. */
export const listGuideVariants = ({ name }: Screen): readonly ScreenVariant[] => {
  const variant = GUIDE_LOOKS[name]
  return variant ? LANGUAGE_CODES.map(language => ({ ...variant, language })) : []
}

/** Copies the pictures of the documents that were painted and show something new. */
export async function copyDocumentPictures(): Promise<void> {
  await mkdir(DOCS_SCREENS_DIR, { recursive: true })
  for (const name of getDocumentPictures()) {
    const picture = join(SCREENS_DIR, `${name}.png`)
    const shown = join(DOCS_SCREENS_DIR, `${name}.png`)
    if (existsSync(picture) && !(await isSamePicture(shown, picture))) await copyFile(picture, shown)
  }
}

/** The pictures that the sheets and the documents use. */
export const picturesShown = (): ReadonlySet<string> =>
  new Set([
    ...getDocumentPictures(),
    ...[...tilesOfPurchase(), ...tilesOfLargeText()].map(({ name }) => name),
    ...Object.values(AREAS).flatMap(screens => getNamedTiles(screens).map(({ name }) => name)),
  ])

// How far a focused field has scrolled the page, and whether the top bar is hidden, depends on how much of it had loaded. A page
// without a focused field or a dialog keeps its position: some screens show the middle of a page.
const SCROLL = `(async () => {
  const frame = () => new Promise(requestAnimationFrame)
  const field = document.activeElement?.closest('input, select, textarea')
  const isCovered = document.querySelector('[aria-modal="true"]') !== null
  if (!field && !isCovered) return
  scrollTo(0, 0)
  // The top bar handles the scroll event in the next frame, and is drawn in the one after.
  await frame()
  await frame()
  if (isCovered) return
  const { top, bottom } = field.getBoundingClientRect()
  if (top >= 0 && bottom <= innerHeight) return
  field.scrollIntoView({ block: 'center', behavior: 'instant' })
  await frame()
  await frame()
})()`

/** Makes two pictures of a screen alike: late fonts, which the app would use from the next page on, and one scroll position. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate('delete document.documentElement.dataset.fonts')
  await page.evaluate(SCROLL)
}

/** A picture of the screen, scaled to its size on the sheet. */
export const smallPicture = (picture: Buffer | string, { width, height }: Pick<Tile, 'width' | 'height'>) =>
  sharp(picture).resize(width, height, { fit: 'cover', position: 'top' }).removeAlpha()

/** Writes a WebP for each area whose screens have changed, from the pictures of `npm run screens`, and the pictures of the documents. */
export async function writeContactSheets(): Promise<void> {
  await copyDocumentPictures()
  for (const [area, screens] of Object.entries(AREAS)) await writeSheet(area, getNamedTiles(screens))
  await writeSheet('purchase', tilesOfPurchase())
  await writeSheet('large-text', tilesOfLargeText())
}

type NamedTile = Omit<Tile, 'screen' | 'variant'> & { name: string }

const getNamedTiles = (screens: readonly Screen[]): NamedTile[] =>
  getTiles(screens).map(({ screen, variant, ...place }) => ({ name: pictureName(screen.name, variant), ...place }))

async function writeSheet(sheet: string, tiles: readonly NamedTile[]): Promise<void> {
  const right = Math.max(...tiles.map(({ left, width }) => left + width))
  const bottom = Math.max(...tiles.map(({ top, height }) => top + height))
  const pictures = tiles.map(async tile => {
    const file = join(SCREENS_DIR, `${tile.name}.png`)
    return { input: await smallPicture(file, tile).png().toBuffer(), left: tile.left, top: tile.top }
  })
  const create = { width: right + GAP, height: bottom + GAP, channels: 3, background: GROUND } as const
  if (await isUpToDate(getSheet(sheet), tiles, create)) return
  await sharp({ create })
    .composite(await Promise.all(pictures))
    .webp({ quality: 70, effort: 6 })
    .toFile(getSheet(sheet))
}

const isNeverAlike = (name: string) => [...NEVER_TWICE_ALIKE].some(screen => new RegExp(`^${screen}-\\d`).test(name))

/** Whether a sheet has this size already, and shows the same in each tile that two runs paint alike. */
async function isUpToDate(sheet: string, tiles: readonly NamedTile[], size: PictureSize): Promise<boolean> {
  if (!existsSync(sheet)) return false
  const { width, height } = await sharp(sheet).metadata()
  if (width !== size.width || height !== size.height) return false
  for (const tile of tiles.filter(({ name }) => !isNeverAlike(name))) {
    const { name, ...place } = tile
    const before = await sharp(sheet).extract(place).removeAlpha().raw().toBuffer()
    const now = await smallPicture(join(SCREENS_DIR, `${name}.png`), tile)
      .raw()
      .toBuffer()
    if (shareOfOther(now, before, tile) > SAME_PICTURE) return false
  }
  return true
}
