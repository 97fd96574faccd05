import type { ReaderOptions } from 'zxing-wasm/reader'

/**
 * How the shop's scanner looks for codes. Every further format costs time and lets more misreads in; ITF-14 is what
 * cases carry: measured, it costs nothing. Codes are dark on light, and a look has its own size already: to try the
 * other ways would take most of the time, and a case's code seen a third as large may be read as an EAN-13 of its own.
 */
export const READ_OPTIONS: ReaderOptions = {
  formats: ['EAN13', 'EAN8', 'UPCA', 'ITF14'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: false,
  tryDownscale: false,
}
