import { open } from 'node:fs/promises'
import { barcodeBars } from './barcode-bars.ts'

/** A part of a clip: a label with a barcode, or (without a code) the empty shelf. */
export type ClipPart = {
  code?: string
  ms: number
}

export type ClipOptions = {
  /** Pixels; 1280 × 720 by default. */
  width?: number
  height?: number
  framesPerSecond?: number
  /** Pixels per module; 4 is a code held at a good distance. */
  moduleWidth?: number
  /** Dark frames at the end, so that a repeating clip does not show its codes again too soon. */
  darkTailMs?: number
}

type Picture = {
  width: number
  height: number
  luma: Uint8Array
}

const SHELF = 96
const PAPER = 232
const INK = 24
const NEUTRAL_CHROMA = 128
const FRAME_HEADER = Buffer.from('FRAME\n')

/** One grey picture of a label with the code's bars on a shelf, slightly blurred as by a phone's camera. */
export function drawFrame(code: string | undefined, options: ClipOptions = {}): Picture {
  const { width = 1280, height = 720, moduleWidth = 4 } = options
  const luma = shelf(width, height)
  if (code !== undefined) drawLabel({ width, height, luma }, { bars: barcodeBars(code), moduleWidth })
  return { width, height, luma: blurred({ width, height, luma }) }
}

/** Writes a Y4M clip for Chromium's --use-file-for-fake-video-capture, which plays it in a loop. */
export async function writeCameraClip(
  path: string,
  parts: readonly ClipPart[],
  options: ClipOptions = {},
): Promise<void> {
  const { width = 1280, height = 720, framesPerSecond = 10, darkTailMs = 0 } = options
  const frames = (ms: number) => Math.max(1, Math.round((ms * framesPerSecond) / 1000))
  const chroma = Buffer.alloc((width * height) / 2, NEUTRAL_CHROMA)
  const file = await open(path, 'w')
  try {
    await file.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)
    for (const part of parts) {
      const frame = Buffer.concat([FRAME_HEADER, drawFrame(part.code, options).luma, chroma])
      for (let count = frames(part.ms); count > 0; count--) await file.write(frame)
    }
    let size = (await file.stat()).size
    // Frames of zeros only are holes in the file: they take no disk space.
    for (let count = darkTailMs > 0 ? frames(darkTailMs) : 0; count > 0; count--) {
      await file.write(FRAME_HEADER, 0, FRAME_HEADER.length, size)
      size += FRAME_HEADER.length + (width * height * 3) / 2
    }
    await file.truncate(size)
  } finally {
    await file.close()
  }
}

/** Unevenly lit, so that the background is not uniform for the reader. */
function shelf(width: number, height: number): Uint8Array {
  const luma = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) luma[y * width + x] = SHELF + (x * 24) / width - (y * 30) / height
  }
  return luma
}

function drawLabel(picture: Picture, { bars, moduleWidth }: { bars: string; moduleWidth: number }): void {
  const barsWidth = bars.length * moduleWidth
  const barsHeight = Math.round(picture.height * 0.26)
  const left = Math.round((picture.width - barsWidth) / 2)
  const top = Math.round((picture.height - barsHeight) / 2)
  fill(picture, { left: left - 16, top: top - 44, width: barsWidth + 32, height: barsHeight + 88 }, PAPER)
  for (const [index, module] of bars.split('').entries()) {
    if (module !== '1') continue
    fill(picture, { left: left + index * moduleWidth, top, width: moduleWidth, height: barsHeight }, INK)
  }
}

function fill(
  { width, height, luma }: Picture,
  area: { left: number; top: number; width: number; height: number },
  brightness: number,
): void {
  const from = Math.max(0, area.left)
  const to = Math.min(width, area.left + area.width)
  for (let y = Math.max(0, area.top); y < Math.min(height, area.top + area.height); y++) {
    luma.fill(brightness, y * width + from, y * width + to)
  }
}

/** Each pixel becomes the weighted mean of its row's neighbours (1 2 1): soft edges, as through a lens. */
function blurred({ width, luma }: Picture): Uint8Array {
  return luma.map((brightness, index) => {
    const column = index % width
    const before = column === 0 ? brightness : (luma[index - 1] ?? brightness)
    const after = column === width - 1 ? brightness : (luma[index + 1] ?? brightness)
    return (before + 2 * brightness + after) / 4
  })
}
