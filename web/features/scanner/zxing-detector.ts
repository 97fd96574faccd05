import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { Pixels } from './looks.ts'

// Every further format costs time and lets more misreads in. ITF-14 is what cases carry: measured, it costs nothing.
// Codes are dark on light, and a look has its own size already: to try the other ways would take most of the time.
const OPTIONS = {
  formats: ['EAN13', 'EAN8', 'UPCA', 'ITF14'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: false,
  tryDownscale: false,
} as const

type Detect = (pixels: Pixels) => Promise<string[]>

async function detect({ data, width, height }: Pixels): Promise<string[]> {
  const found = await readBarcodes(new ImageData(data, width, height), { ...OPTIONS, formats: [...OPTIONS.formats] })
  return found.filter(({ isValid }) => isValid).map(({ text }) => text)
}

/** Loads the decoder from a file of our own and warms it up. Throws when this browser can't run it. */
export async function openDetector(): Promise<Detect> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  await detect({ data: new Uint8ClampedArray(64 * 64 * 4), width: 64, height: 64 })
  return detect
}
