import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeCameraClip } from './camera-clip.ts'
import { getEan, getLabel } from './goods.ts'
import { CAMERA_CLIP } from './places.ts'

const SHELF = { ms: 1200 }
const LABEL_MS = 2500
// Longer than any test: nothing is scanned twice because the clip restarts.
const DARK_TAIL_MS = 300_000

/** The codes of the clip: a carton of milk, a weighed piece of salmon, a priced piece of cheese. */
export const codesOfClip = () => [getEan('light-milk'), getLabel('smoked-salmon', 412), getLabel('creamy-cheese', 765)]

/** Draws the clip: each code for a while. */
export async function drawCameraClip(): Promise<void> {
  await mkdir(dirname(CAMERA_CLIP), { recursive: true })
  const parts = codesOfClip().flatMap(code => [SHELF, { code, ms: LABEL_MS }])
  await writeCameraClip(CAMERA_CLIP, parts, { darkTailMs: DARK_TAIL_MS })
}
