import * as z from 'zod/mini'
import { freeText } from '#contract/values.ts'
import type { VariableMeasureLayout } from '#domain/catalogue/barcode.ts'

/** How a 13-digit label encodes its weight or price: prefix, item, optional check digit of the value, value, check digit. */
export const labelLayout = z.strictObject({
  prefix: freeText,
  kind: z.enum(['price', 'weight']),
  item_digits: z.int(),
  value_digits: z.int(),
  /** Decimals of the value, which is in kilograms or euros. */
  decimals: z.int(),
  internal_check: z.boolean(),
}) satisfies z.ZodMiniType<VariableMeasureLayout>

/** domain/catalogue/scale-label-layouts.ts validates layouts and their combinations. There are fewer prefixes than 20. */
export const labelLayouts = z.array(labelLayout).check(z.maxLength(20))
