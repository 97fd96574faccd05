import * as z from 'zod/mini'
import type { VariableMeasureLayout } from '#domain/barcode.ts'
import { LABEL_PREFIXES } from '#domain/label-layouts.ts'

/** How a 13-digit label carries its own weight or price: prefix, item, maybe a digit that checks the value, value, check digit. */
export const labelLayout = z.strictObject({
  prefix: z.string().check(z.regex(/^\d\d$/)),
  kind: z.enum(['price', 'weight']),
  item_digits: z.int(),
  value_digits: z.int(),
  /** Of the value: kilograms or euros. */
  decimals: z.int(),
  internal_check: z.boolean(),
}) satisfies z.ZodMiniType<VariableMeasureLayout>

/** One for each prefix at most. */
export const labelLayouts = z.array(labelLayout).check(z.maxLength(LABEL_PREFIXES.length))
