import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { productCode, READ_OPTIONS, SHARPENED_OPTIONS } from './read-options.ts'
import { isSharpened, type Pixels, type ScanPass } from './scan-passes.ts'

type Detect = (pixels: Pixels, pass: ScanPass) => Promise<string[]>

async function detect({ data, width, height }: Pixels, pass: ScanPass): Promise<string[]> {
  const options = isSharpened(pass) ? SHARPENED_OPTIONS : READ_OPTIONS
  const found = await readBarcodes(new ImageData(data, width, height), options)
  return found.filter(({ isValid }) => isValid).flatMap(productCode)
}

/** Loads the decoder from the app's own file and warms it up. Throws when this browser can't run it. */
export async function openDetector(): Promise<Detect> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  await detect({ data: new Uint8ClampedArray(64 * 64 * 4), width: 64, height: 64 }, 'near')
  return detect
}
