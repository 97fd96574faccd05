import * as z from 'zod/mini'
import type { VariableMeasureLayout } from '#domain/barcode.ts'
import { freeText } from '#contract/values.ts'

/** How a 13-digit label carries its own weight or price: prefix, item, maybe a digit that checks the value, value, check digit. */
export const labelLayout = z.strictObject({
  prefix: freeText,
  kind: z.enum(['price', 'weight']),
  item_digits: z.int(),
  value_digits: z.int(),
  /** Of the value: kilograms or euros. */
  decimals: z.int(),
  internal_check: z.boolean(),
}) satisfies z.ZodMiniType<VariableMeasureLayout>

/** Which layouts fit, and fit together, domain/catalogue/label-layouts.ts says. There are fewer prefixes than this. */
export const labelLayouts = z.array(labelLayout).check(z.maxLength(20))
