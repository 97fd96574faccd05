import type { CsvCell } from '#domain/format/csv.ts'
import { displayText } from './sheet-cells.ts'

/** What an admin chooses for a file of products. */
export type ImportChoices = {
  createSuppliers?: boolean | undefined
  /** The supplier and the VAT class of new products whose rows name none. */
  defaultSupplierId?: number | undefined
  defaultVatClassId?: number | undefined
  /** The prices are without VAT. */
  netPrices?: boolean | undefined
  /** Ids of stores, separated by commas, or `all`. */
  offerIn?: string | undefined
  stockIn?: number | undefined
  /** The field of each column, comma-separated, and the number of the row with the headings. */
  columns?: string | undefined
  headingRow?: number | undefined
}

/** A corrected cell: of one row, or of every row with a value. */
export type ImportCorrection = { at: number; value: string } & ({ row: number } | { from: string })

/** A row with the corrections of its cells, in their order: one of all rows names the value that it replaces. */
export function correctRow(
  { row, cells }: { row: number; cells: readonly CsvCell[] },
  corrections: readonly ImportCorrection[],
): CsvCell[] {
  const corrected = [...cells]
  for (const correction of corrections) {
    const { at, value } = correction
    const isMeant =
      'row' in correction ? correction.row === row : displayText(corrected[at] ?? null) === correction.from
    if (!isMeant) continue
    while (corrected.length < at) corrected.push(null)
    corrected[at] = value
  }
  return corrected
}
