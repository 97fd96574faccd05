import type { ReaderOptions, ReadResult } from 'zxing-wasm/reader'
import { parseGs1Code } from '#domain/catalogue/gs1-code.ts'

/**
 * How the shop's scanner searches for codes. Every further format costs time and adds misreads; ITF-14, which cases carry, was
 * measured to cost nothing, DataMatrix and QR less than a third of a pass. Codes are dark on light, and each pass has its own
 * size: trying inverted or smaller pictures would take most of the time, and a case's code at a third of its size may be
 * misread as an EAN-13.
 */
export const READ_OPTIONS: ReaderOptions = {
  formats: ['EAN13', 'EAN8', 'UPCA', 'ITF14', 'DataMatrix', 'QRCode'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: false,
  tryDownscale: false,
}

/** For a sharpened picture, whose rows are averages: bars are upright in it, and squares of a two-dimensional code are gone. */
export const SHARPENED_OPTIONS: ReaderOptions = {
  ...READ_OPTIONS,
  formats: ['EAN13', 'EAN8', 'UPCA'],
  tryRotate: false,
}

/**
 * The GTIN of a two-dimensional GS1 code, with as many digits as an EAN has. Any other QR code on the goods (a recipe, a
 * campaign) is no product's, and is ignored silently.
 */
export function productCode({ symbology, text }: Pick<ReadResult, 'symbology' | 'text'>): string[] {
  if (symbology !== 'DataMatrix' && symbology !== 'QRCode') return [text]
  const gtin14 = parseGs1Code(text)?.gtin14
  return gtin14 === undefined ? [] : [gtin14.replace(/^0/, '')]
}
