import type { ReaderOptions, ReadResult } from 'zxing-wasm/reader'
import { hasValidCheckDigit } from '#domain/catalogue/gtin.ts'
import { toScannedCode } from '#domain/catalogue/read-lot.ts'
import { toProductCode } from '#domain/catalogue/scanned-code.ts'
import { isSharpened, isTurned, type ScanPass } from './scan-passes.ts'

/** Which codes are searched for: those on the goods of a shelf, or also those that only cases and pallets carry. */
export type Searched = 'goods' | 'cases'

type Formats = NonNullable<ReaderOptions['formats']>

const RETAIL: Formats = ['EAN13', 'EAN8', 'UPCA']
const COMMON: Formats = [...RETAIL, 'ITF14']
/** DataBar: on fresh food. */
const BARS: Record<Searched, Formats> = {
  goods: [...COMMON, 'UPCE', 'DataBar'],
  cases: [...COMMON, 'UPCE', 'DataBar', 'Code128'],
}
const SQUARES: Formats = ['DataMatrix', 'QRCode']

/**
 * How the shop's scanner searches for codes. Every further format costs time and adds misreads; ITF-14, which cases carry, was
 * measured to cost nothing, DataMatrix and QR less than a third of a pass. Codes are dark on light, and each pass has its own
 * size: trying inverted or smaller pictures would take most of the time, and a case's code at a third of its size may be
 * misread as an EAN-13. An add-on beside a code is ignored, which is the decoder's default.
 */
const toOptions = (formats: Formats, tryRotate: boolean): ReaderOptions => ({
  formats,
  tryHarder: true,
  tryRotate,
  tryInvert: false,
  tryDownscale: false,
})

/**
 * How to read the picture of a pass. In a sharpened one, rows are averages: bars are upright in it, and squares of a two-dimensional
 * code are gone. In a turned one, only upright bars are of interest. In a quick one, rare kinds of bars would take a quarter of its time.
 */
export function getReadOptions(pass: ScanPass, searched: Searched = 'goods'): ReaderOptions {
  if (isSharpened(pass)) return toOptions(RETAIL, false)
  if (isTurned(pass)) return toOptions(BARS[searched], false)
  const bars = pass === 'near' && searched === 'goods' ? COMMON : BARS[searched]
  return toOptions([...bars, ...SQUARES], true)
}

/**
 * The GTIN of a code, with as many digits as an EAN has; the text of one that names a lot or a date too. A QR code on the goods that has none (a recipe, a campaign) is no product's,
 * nor is a Code 128 without GS1 data, and both are ignored silently.
 */
export function productCode({ symbology, text }: Pick<ReadResult, 'symbology' | 'text'>): string[] {
  if (symbology === 'EANUPC') return [text]
  if (symbology === 'ITF') return /^\d{14}$/.test(text) && hasValidCheckDigit(text) ? [text] : []
  const code = toProductCode(text)
  return code !== text && /^\d{8,14}$/.test(code) ? [toScannedCode(text, new Date().getFullYear())] : []
}
