import type { ReaderOptions } from 'zxing-wasm/reader'

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
