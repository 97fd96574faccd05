import * as z from 'zod/mini'
import { yesOrNo } from '#contract/lists.ts'
import { freeText, id, pathId } from '#contract/values.ts'

export const fileName = freeText.check(z.maxLength(200))
const columnsText = z.string().check(z.regex(/^[A-Za-z0-9_]*(,[A-Za-z0-9_]*)*$/), z.maxLength(4_000))
const offerText = z.string().check(z.regex(/^(all|none|[1-9]\d{0,9}(,[1-9]\d{0,9})*)$/), z.maxLength(5_000))

export const choicesQuery = {
  /** Creates missing suppliers; otherwise rows that name them are wrong. */
  create_suppliers: z.optional(yesOrNo),
  /** The supplier of new products whose rows name none. */
  default_supplier_id: z.optional(pathId),
  /** The VAT class of new products whose rows name none. */
  default_vat_class_id: z.optional(pathId),
  /** The prices are without VAT, which is added. */
  net_prices: z.optional(yesOrNo),
  /** The field of each column, comma-separated, empty for none: once saved, they are remembered for files with these headings. */
  columns: z.optional(columnsText),
  /** With `columns`: the number of the row with the headings. */
  heading_row: z.optional(z.pipe(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number)), z.int())),
  /** The store whose stock the file has: rows with stock are wrong without it. */
  stock_store: z.optional(pathId),
  /** The stores that offer new products whose rows name no stores: comma-separated ids, `all` or `none`. */
  default_stores: z.optional(offerText),
}

/** The same in a body. */
export const importChoices = {
  create_suppliers: z.optional(z.boolean()),
  default_supplier_id: z.optional(id),
  default_vat_class_id: z.optional(id),
  net_prices: z.optional(z.boolean()),
  columns: z.optional(columnsText),
  heading_row: z.optional(z.int().check(z.minimum(1), z.maximum(999_999_999))),
  stock_store: z.optional(id),
  default_stores: z.optional(offerText),
}

const columnIndex = z.int().check(z.minimum(0), z.maximum(1_000))
const cellValue = freeText.check(z.maxLength(2_000))
/** A cell of one row, or of all rows with the value `from`. */
export const importCorrection = z.union([
  z.strictObject({ row: z.int().check(z.minimum(1)), at: columnIndex, value: cellValue }),
  z.strictObject({ at: columnIndex, from: cellValue, value: cellValue }),
])
