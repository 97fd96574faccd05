import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, type WriteInputBarcodeFormat, writeBarcode } from 'zxing-wasm/writer'

/** Modules of one row, 1 is dark, and how many modules the row is high. All rows of a symbol are equally wide. */
export type SymbolRow = { modules: string; height: number }

export async function openWriter(): Promise<void> {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
  const wasmBinary = new Uint8Array(readFileSync(file)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}

/** A symbol with this text; GS1's if it begins with an identifier in parentheses. */
export async function writeSymbol(text: string, format: WriteInputBarcodeFormat): Promise<SymbolRow[]> {
  const { symbol } = await writeBarcode(text, { format, ...(text.startsWith('(') && { options: 'gs1' }) })
  const { width, height, data } = symbol
  return Array.from({ length: height }, (_, y) => ({
    modules: Array.from({ length: width }, (_unused, x) => (data[y * width + x] === 0 ? '1' : '0')).join(''),
    height: 1,
  }))
}

/** Spaces and bars by turns, in modules. */
const toModules = (widths: string, first = 0) =>
  widths
    .split(' ')
    .map((width, index) => String((index + first) % 2).repeat(Number(width)))
    .join('')

// The library writes no DataBar. All but the expanded one name 06401234567897.
const OMNI = '1 1 3 1 2 1 4 1 3 1 3 8 2 1 1 2 1 2 1 3 3 1 2 2 1 3 3 1 1 1 3 1 1 2 8 3 2 2 1 3 1 3 2 2 1 1'
const LIMITED = '1 1 1 1 2 2 1 1 1 3 1 1 2 2 5 3 1 1 1 2 1 1 2 2 1 1 2 1 1 1 1 2 5 2 1 1 1 1 3 2 1 2 3 1 1 1 5 0'
const EXPANDED =
  '1 1 1 1 3 4 1 1 5 1 1 8 4 1 1 3 4 1 1 2 4 1 1 1 1 3 1 5 2 3 1 1 1 4 6 3 2 3 5 1 3 1 1 1 2 4 1 3 4 1 1 1 3 6 4 1 1 3 5 1 2 2 2 1 1 1 1'

const oneRow = (modules: string): SymbolRow[] => [{ modules, height: 40 }]

/** The two halves of an omnidirectional one below each other, each with a guard at its open end, and the light between them. */
function stack(): SymbolRow[] {
  const widths = OMNI.split(' ')
  const upper = toModules([...widths.slice(0, 23), '1', '1'].join(' '))
  const lower = toModules(['1', '1', ...widths.slice(23)].join(' '), 1)
  return [
    { modules: upper, height: 33 },
    { modules: '0'.repeat(upper.length), height: 3 },
    { modules: lower, height: 33 },
  ]
}

/** As many rows of one module as the symbol is high, each with a light zone to both sides. */
export function toSquares(rows: readonly SymbolRow[]): string[] {
  const light = '0'.repeat(10)
  return rows.flatMap(({ modules, height }) => Array.from({ length: height }, () => light + modules + light))
}

export const DATA_BARS = {
  omnidirectional: oneRow(toModules(OMNI)),
  stacked: stack(),
  limited: oneRow(toModules(LIMITED)),
  expanded: oneRow(toModules(EXPANDED)),
}
/** What the expanded one says: with 0.412 kg. */
export const EXPANDED_GTIN = '96401234567890'
