import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day } from '#contract/lists.ts'
import { lineText, id, nothing, pathId, revision, reason } from '#contract/values.ts'
import { toBasisPoints } from '#domain/catalogue/bulk-change.ts'

/** Percent, with at most two decimals. */
const vatPercent = z.number().check(
  z.minimum(0),
  z.maximum(100),
  z.refine(percent => toBasisPoints(percent) !== undefined),
)
/** `future`: not in force yet. `now`: in force today. */
export const RATE_STATES = ['past', 'now', 'future'] as const
const vatRate = z.object({
  valid_from: z.string(),
  vat: z.number(),
  state: z.enum(RATE_STATES),
  /** A sale has used it, or may have, so it can't be changed. */
  is_used: z.boolean(),
})
const vatClass = z.object({
  id,
  name: z.string(),
  revision,
  /** A product has or had it, so it can't be removed. */
  is_used: z.boolean(),
  rates: z.array(vatRate),
})
const className = lineText.check(z.minLength(1), z.maxLength(60))
export type DatedVatClass = z.output<typeof vatClass>

const params = z.object({ id: pathId })
const rateParams = z.object({ id: pathId, valid_from: day })

export const vatRates = {
  list: endpoint({
    method: 'GET',
    path: 'admin/settings/vat-classes',
    description: 'The VAT classes with all their rates, the newest first.',
    access: 'admin',
    reads: ['vat'],
    answer: z.array(vatClass),
    errors: FOR_ADMINS,
  }),
  addClass: endpoint({
    method: 'POST',
    path: 'admin/settings/vat-classes',
    description: 'A new VAT class, with the rate that it has from today on.',
    access: 'admin',
    touches: ['vat', 'auditLog'],
    body: z.strictObject({
      name: className,
      vat: vatPercent,
      reason,
    }),
    answer: vatClass,
    errors: [...CHANGED_BY_ADMINS, 'form.invalid'],
  }),
  add: endpoint({
    method: 'POST',
    path: 'admin/settings/vat-classes/:id/rates',
    description: 'Adds a rate from a day after today, in Finland’s time zone.',
    access: 'admin',
    touches: ['vat', 'auditLog'],
    params,
    body: z.strictObject({ valid_from: day, vat: vatPercent, reason }),
    answer: vatClass,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'vat.startInPast', 'form.invalid'],
  }),
  renameClass: endpoint({
    method: 'PUT',
    path: 'admin/settings/vat-classes/:id',
    description: 'Renames a VAT class; its rates stay.',
    access: 'admin',
    touches: ['vat', 'auditLog'],
    params,
    body: z.strictObject({ name: className, revision, reason }),
    answer: vatClass,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.changed', 'form.invalid'],
  }),
  removeClass: endpoint({
    method: 'DELETE',
    path: 'admin/settings/vat-classes/:id',
    description: 'Removes a VAT class that no product has or had.',
    access: 'admin',
    touches: ['vat', 'auditLog'],
    params,
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.inUse'],
  }),
  correct: endpoint({
    method: 'PUT',
    path: 'admin/settings/vat-classes/:id/rates/:valid_from',
    description: 'Corrects a rate that no sale has used. `previous_vat`: the rate before the correction.',
    access: 'admin',
    touches: ['vat', 'auditLog'],
    params: rateParams,
    body: z.strictObject({ vat: vatPercent, previous_vat: vatPercent, reason }),
    answer: vatClass,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.changed', 'vat.used'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'admin/settings/vat-classes/:id/rates/:valid_from',
    description: 'Removes a rate that no sale has used. Another rate must be in force today.',
    access: 'admin',
    touches: ['vat', 'auditLog'],
    params: rateParams,
    answer: vatClass,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'vat.used', 'vat.onlyRate'],
  }),
}
