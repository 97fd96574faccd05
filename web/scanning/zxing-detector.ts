import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { withoutOverlaps } from './code-places.ts'
import type { Pixels } from './greys.ts'
import { rowHeight } from './pass-pixels.ts'
import { getReadOptions, productCode, type Searched } from './read-options.ts'
import type { ScanPass } from './scan-passes.ts'

type Detect = (pixels: Pixels, pass: ScanPass, searched?: Searched) => Promise<string[]>

async function detect({ data, width, height }: Pixels, pass: ScanPass, searched?: Searched): Promise<string[]> {
  const found = await readBarcodes(new ImageData(data, width, height), getReadOptions(pass, searched))
  const products = found.filter(each => each.isValid && productCode(each).length > 0)
  return withoutOverlaps(products, rowHeight(pass)).flatMap(productCode)
}

/** Loads the decoder from the app's own file and warms it up. Throws when this browser can't run it. */
export async function openDetector(): Promise<Detect> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  await detect({ data: new Uint8ClampedArray(64 * 64 * 4), width: 64, height: 64 }, 'near')
  return detect
}
