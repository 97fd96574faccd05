import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { Pixels } from './looks.ts'

/**
 * How the shop's scanner searches for codes. Every further format costs time and adds misreads; ITF-14, which cases carry, was
 * measured to cost nothing. Codes are dark on light, and a look has its own size: the other attempts would take most of the time,
 * and a case's code at a third of its size may be misread as an EAN-13.
 */
export const READ_OPTIONS: ReaderOptions = {
  formats: ['EAN13', 'EAN8', 'UPCA', 'ITF14'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: false,
  tryDownscale: false,
}

type Detect = (pixels: Pixels) => Promise<string[]>

async function detect({ data, width, height }: Pixels): Promise<string[]> {
  const found = await readBarcodes(new ImageData(data, width, height), READ_OPTIONS)
  return found.filter(({ isValid }) => isValid).map(({ text }) => text)
}

/** Loads the decoder from the app's own file and warms it up. Throws when this browser can't run it. */
export async function openDetector(): Promise<Detect> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  await detect({ data: new Uint8ClampedArray(64 * 64 * 4), width: 64, height: 64 })
  return detect
}
