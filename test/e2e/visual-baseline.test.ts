import sharp from 'sharp'
import { getSheet, smallPicture, type Tile, getTiles, settle } from './contact-sheets.ts'
import { makeItNoon } from './make-it-noon.ts'
import { AREAS } from './screen-list.ts'
import { walk } from './screen-walk.ts'
import { expect, test } from './test.ts'

// Pictures are compared cell by cell: a date, a number or the edge of a letter changes few of them, and none by much.
const CELL_PX = 8
const CHANNELS = 3
/** The maximum difference of a cell's mean colour, of 255. */
const SAME_COLOUR = 24
/** The maximum share of cells with a larger difference. */
const SAME_PICTURE = 0.05

/** Their contents depend on earlier actions in the shop, or are random. */
const NEVER_TWICE_ALIKE = new Set([
  'door-code-large',
  'admin-palette',
  'admin-orders',
  'admin-stock',
  'admin-visits',
  'admin-closings',
  'admin-preorder-events',
  'admin-users',
  'admin-home',
  'admin-audit',
  'admin-store',
  'admin-terminal',
  'admin-settings-vat',
])

/** The share of cells in which two pictures of the same size differ. */
function shareOfOther(one: Buffer, other: Buffer, { width, height }: Tile): number {
  const [columns, rows] = [Math.floor(width / CELL_PX), Math.floor(height / CELL_PX)]
  let different = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const sums = [0, 0, 0]
      for (let y = row * CELL_PX; y < (row + 1) * CELL_PX; y++) {
        for (let x = column * CELL_PX; x < (column + 1) * CELL_PX; x++) {
          const at = (y * width + x) * CHANNELS
          for (let channel = 0; channel < CHANNELS; channel++)
            sums[channel] = (sums[channel] ?? 0) + (one[at + channel] ?? 0) - (other[at + channel] ?? 0)
        }
      }
      if (sums.some(sum => Math.abs(sum) / CELL_PX ** 2 > SAME_COLOUR)) different++
    }
  }
  return different / (columns * rows)
}

test.describe.configure({ mode: 'parallel' })

for (const [area, screens] of Object.entries(AREAS)) {
  for (const tile of getTiles(screens).filter(
    ({ screen }) => !screen.hasCamera && !NEVER_TWICE_ALIKE.has(screen.name),
  )) {
    test(
      `${tile.screen.name} matches its picture on the contact sheet of ${area}`,
      { tag: '@full' },
      async ({ shop, openBrowser, faults }, info) => {
        faults.allow(/Connecting to 'blob:/)
        await makeItNoon(shop)
        const { left, top, width, height } = tile
        const known = await sharp(getSheet(area)).extract({ left, top, width, height }).removeAlpha().raw().toBuffer()
        await walk({
          screen: tile.screen,
          looks: [tile.look],
          shop,
          newContext: openBrowser,
          async see({ page }) {
            await settle(page)
            let picture = await page.screenshot()
            const other = async () => {
              picture = await page.screenshot()
              return shareOfOther(await smallPicture(picture, tile).raw().toBuffer(), known, tile)
            }
            try {
              await expect.poll(other, 'the share of cells that changed').toBeLessThanOrEqual(SAME_PICTURE)
            } catch (error) {
              await smallPicture(picture, tile).png().toFile(info.outputPath('now.png'))
              await sharp(known, { raw: { width, height, channels: CHANNELS } })
                .png()
                .toFile(info.outputPath('before.png'))
              throw error
            }
          },
        })
      },
    )
  }
}
