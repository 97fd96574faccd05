import * as z from 'zod/mini'
import { basisPointsOf } from '#domain/bulk-change.ts'
import { endpoint } from './endpoint.ts'
import { CHANGED_BY_ADMINS, day, FOR_ADMINS } from './lists.ts'
import { reason } from './suppliers.ts'
import { id, pathId } from './values.ts'

/** Percent, with at most two decimals. */
const vat = z.number().check(
  z.minimum(0),
  z.maximum(100),
  z.refine(percent => basisPointsOf(percent) !== undefined),
)
/** `future`: has not begun, and may be removed. `now`: the one that holds today. */
export const RATE_STATES = ['past', 'now', 'future'] as const
const vatClass = z.object({
  id,
  name: z.string(),
  rates: z.array(z.object({ valid_from: z.string(), vat: z.number(), state: z.enum(RATE_STATES) })),
})
export type DatedVatClass = z.output<typeof vatClass>

const params = z.object({ id: pathId })

export const vatRates = {
  list: endpoint({
    method: 'GET',
    path: 'admin/settings/vat-classes',
    summary: 'The VAT classes with all their rates, the newest first.',
    access: 'admin',
    answer: z.array(vatClass),
    errors: FOR_ADMINS,
  }),
  addClass: endpoint({
    method: 'POST',
    path: 'admin/settings/vat-classes',
    summary: 'A new VAT class, with the rate that it has from today on.',
    access: 'admin',
    body: z.strictObject({
      name: z.pipe(
        z.pipe(
          z.string(),
          z.transform(text => text.trim()),
        ),
        z.string().check(z.minLength(1), z.maxLength(60)),
      ),
      vat,
      reason,
    }),
    answer: vatClass,
    errors: [...CHANGED_BY_ADMINS, 'form.invalid'],
  }),
  add: endpoint({
    method: 'POST',
    path: 'admin/settings/vat-classes/:id/rates',
    summary: 'A rate that begins on a later day than today, in Finland.',
    access: 'admin',
    params,
    body: z.strictObject({ valid_from: day, vat, reason }),
    answer: vatClass,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'vat.begun', 'form.invalid'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'admin/settings/vat-classes/:id/rates/:valid_from',
    summary: 'Removes a rate that has not begun.',
    access: 'admin',
    params: z.object({ id: pathId, valid_from: day }),
    answer: vatClass,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'vat.begun'],
  }),
}
