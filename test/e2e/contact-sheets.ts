import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { DOCS_SCREENS_DIR, SCREENS_DIR } from './places.ts'
import { AREAS } from './screen-list.ts'

/** Shown by README.md, at their full size. */
const README_PICTURES = [
  'home-390-en',
  'basket-scanning-390-en',
  'paying-390-en',
  'completed-390-en',
  'home-1280-en',
  'admin-products-1280-en',
  'admin-import-mistakes-1280-en',
]

const GAP = 12
const GROUND = '#d9d9d9'
/** How one look of an area's screens is laid out: the width of each picture on the sheet, and how many stand in a row. */
const PHONE = { look: '390-fi', width: 195, height: 422, columns: 8 }
const DESK = { look: '1280-en', width: 512, height: 320, columns: 3 }

/** One WebP for each area of the app, of what `npm run screens` has painted, and the pictures of the README. */
export async function writeContactSheets(): Promise<void> {
  await mkdir(DOCS_SCREENS_DIR, { recursive: true })
  for (const name of README_PICTURES) {
    await copyFile(join(SCREENS_DIR, `${name}.png`), join(DOCS_SCREENS_DIR, `${name}.png`))
  }
  for (const [area, screens] of Object.entries(AREAS)) {
    await writeSheet(
      area,
      screens.map(({ name }) => name),
    )
  }
}

async function writeSheet(area: string, names: readonly string[]): Promise<void> {
  const layout = names.some(name => name.startsWith('admin-')) ? DESK : PHONE
  // A screen that only phones have is on no sheet of desks.
  const files = names.map(name => join(SCREENS_DIR, `${name}-${layout.look}.png`)).filter(existsSync)
  if (files.length === 0) return
  const columns = Math.min(layout.columns, files.length)
  const rows = Math.ceil(files.length / columns)
  const pictures = await Promise.all(
    files.map(async (file, place) => ({
      input: await sharp(file).resize(layout.width, layout.height, { fit: 'cover', position: 'top' }).png().toBuffer(),
      left: GAP + (place % columns) * (layout.width + GAP),
      top: GAP + Math.floor(place / columns) * (layout.height + GAP),
    })),
  )
  await sharp({
    create: {
      width: GAP + columns * (layout.width + GAP),
      height: GAP + rows * (layout.height + GAP),
      channels: 3,
      background: GROUND,
    },
  })
    .composite(pictures)
    .webp({ quality: 70, effort: 6 })
    .toFile(join(DOCS_SCREENS_DIR, `${area}.webp`))
}
