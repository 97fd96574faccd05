import * as z from 'zod/mini'
import { id } from '#contract/values.ts'
import { IMAGE_FAULTS } from '#domain/catalogue/imports/image-faults.ts'

export const importPreview = z.object({
  /** Of the stored file. */
  id,
  /** The program whose list it looks like. */
  program: z.nullable(z.string()),
  /** The prices are without VAT, by their heading or as an admin chose. */
  net_prices: z.boolean(),
  /** The number of the row with the headings. */
  heading_row: z.int(),
  /** Columns with a heading or a value. `column`: the field that it fills; null: none. */
  columns: z.array(
    z.object({
      /** Its place in the file, from 0. */
      at: z.int(),
      heading: z.string(),
      column: z.nullable(z.string()),
      /** Its cells in the first rows. */
      values: z.array(z.string()),
    }),
  ),
  /** The file has only headings of the shop’s own, or its columns were chosen before. */
  has_known_columns: z.boolean(),
})
export type ImportPreview = z.output<typeof importPreview>

export const imageFailure = z.object({
  row: z.int(),
  name: z.string(),
  product_id: z.nullable(id),
  address: z.string(),
  problem: z.enum(IMAGE_FAULTS),
})
export type ImageFailure = z.output<typeof imageFailure>
