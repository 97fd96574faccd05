import type { contract } from '#contract/index.ts'
import { shopDate } from '#domain/shop-date.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { addVatClass, renameVatClass, removeVatClass } from './change-classes.ts'
import { addRate, correctRate, removeRate } from './change-rates.ts'
import { findVatClasses } from './queries.ts'

export function vatRateRoutes(context: Context): Handlers<typeof contract.vatRates> {
  const author = authorAt(context.now)
  return {
    list: () => findVatClasses(context.db, shopDate(context.now())),
    addClass: ({ body: { reason, ...body }, user }) => addVatClass(context, body, author(user, reason)),
    add: ({ params, body: { reason, ...body }, user }) =>
      addRate(context, { ...params, ...body, author: author(user, reason) }),
    renameClass: ({ params, body: { reason, ...body }, user }) =>
      renameVatClass(context, { ...params, ...body }, author(user, reason)),
    removeClass: ({ params, user }) => removeVatClass(context, { ...params, author: author(user) }),
    correct: ({ params, body: { reason, ...body }, user }) =>
      correctRate(context, { ...params, ...body, author: author(user, reason) }),
    remove: ({ params, user }) => removeRate(context, { ...params, author: author(user) }),
  }
}
