import type { BulkCampaign, StoredCampaign } from '#domain/catalogue/bulk-campaign.ts'
import type { BulkChange } from '#domain/catalogue/bulk-change.ts'

/** The fields of a product that the grid edits, in the order of its columns. */
export const GRID_FIELDS = [
  'price',
  'purchase_price',
  'alarm_limit',
  'group_id',
  'vat_class_id',
  'order_pack',
  'enabled',
  'offered',
  'campaign',
] as const
export type GridField = (typeof GRID_FIELDS)[number]

/** Values as in the API: euros, quantities, ids. */
export type GridValues = {
  price: number
  /** Of the product's supplier, today. */
  purchase_price: number | null
  alarm_limit: number | null
  group_id: number | null
  vat_class_id: number
  order_pack: number | null
  enabled: boolean
  /** In the grid's store; null without one. */
  offered: boolean | null
  /** The one that runs, or else the next one. */
  campaign: BulkCampaign | null
}

/** What an admin saw in a cell, and what they entered. */
export type CellChange<Value> = { from: Value; to: Value }

/** The changed cells of a product. */
export type RowChange = {
  [Field in GridField]?: { from: GridValues[Field]; to: EnteredValues[Field] } | undefined
}

/** A purchase price can be replaced, not removed. */
type EnteredValues = Omit<GridValues, 'purchase_price' | 'offered'> & { purchase_price: number; offered: boolean }

/** Many products, each with values of its own. */
export type GridChange = { kind: 'grid'; fields: GridField[] }

/** Photos, each of its own product. */
export type PhotosChange = { kind: 'photos' }

/** The ids of a product's images that a change of photos added and removed. */
export type PhotosUndo = { photos?: { added: number[]; removed: number[] } }

/** A change as it was made: one for all products, or one with values or photos of their own. */
export type MadeChange = BulkChange | GridChange | PhotosChange

/** What an undo of a grid's change needs of a product, besides fields as they were. */
export type GridUndo = {
  order_pack?: number | null
  /** The purchase price from that day, and the one from the same day that it replaced. */
  purchase?: { supplier_id: number; valid_from: string; price: number; former: number | null }
  /** The campaigns that it planned are `campaigns`; these are those that it ended. */
  ended?: StoredCampaign[]
}

/** `theirs`: another admin has saved something else since. `same`: the product already has the value. */
export type CellOutcome = 'changed' | 'same' | 'theirs'

export type MergedCell = { field: GridField; outcome: CellOutcome } & CellChange<GridValues[GridField]>

/** Whether two values of a field are the same. */
export const isEqualValue = (one: unknown, other: unknown): boolean =>
  one === other ||
  (isCampaign(one) &&
    isCampaign(other) &&
    one.price === other.price &&
    one.from_day === other.from_day &&
    one.until_day === other.until_day)

const isCampaign = (value: unknown): value is BulkCampaign =>
  typeof value === 'object' && value !== null && 'from_day' in value

/**
 * Merges the changed cells of a row with the product as it is now, field by field: a field that only one side changed takes the
 * changed value. `from` of the result is the value now.
 */
export function mergeRow(change: RowChange, now: GridValues): MergedCell[] {
  return GRID_FIELDS.flatMap(field => {
    const cell = change[field]
    if (!cell) return []
    return [{ field, from: now[field], to: cell.to, outcome: cellOutcome(cell, now[field]) }]
  })
}

function cellOutcome({ from, to }: CellChange<unknown>, now: unknown): CellOutcome {
  if (isEqualValue(to, now)) return 'same'
  return isEqualValue(from, now) ? 'changed' : 'theirs'
}

/** The fields that differ in rows, in the order of the columns. */
export const fieldsIn = (rows: readonly { readonly [Field in GridField]?: unknown }[]): GridField[] =>
  GRID_FIELDS.filter(field => rows.some(row => row[field] !== undefined))
