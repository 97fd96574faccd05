import { existsSync } from 'node:fs'
import sharp from 'sharp'

// Pictures are compared cell by cell: a date, a number or the edge of a letter changes few of them, and none by much.
const CELL_PX = 8
const CHANNELS = 3
/** The maximum difference of a cell's mean colour, of 255. */
const SAME_COLOUR = 24
/** The maximum share of cells with a larger difference. */
export const SAME_PICTURE = 0.05

export type PictureSize = { width: number; height: number }

/** Screens whose contents depend on earlier actions in the shop, or are random. */
export const NEVER_TWICE_ALIKE: ReadonlySet<string> = new Set([
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
export function shareOfOther(one: Buffer, other: Buffer, { width, height }: PictureSize): number {
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

/** Whether a picture on the disk shows the same as this one. */
export async function isSamePicture(file: string, picture: string): Promise<boolean> {
  if (!existsSync(file)) return false
  const [before, now] = await Promise.all(
    [file, picture].map(each => sharp(each).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  )
  if (!before || !now || before.info.width !== now.info.width || before.info.height !== now.info.height) return false
  return shareOfOther(now.data, before.data, now.info) <= SAME_PICTURE
}
