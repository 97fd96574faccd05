import { ERRORS } from '#contract/error-codes.ts'
import type { contract } from '#contract/index.ts'
import { centsFromEuros } from '#domain/money.ts'
import { STRING_CODES } from '#domain/payments/attempt-states.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refusedByRate } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { acknowledgeAlert } from './acknowledge.ts'
import { makeTestCall } from './call-contacts.ts'
import { findAlerts, hasAlert } from './list-alerts.ts'
import { findHelpState, findStoreHelp, requestHelp } from './request-help.ts'
import { findStoreDuty, saveDuty } from './save-duty.ts'

export function dutyRoutes(context: Context): Handlers<typeof contract.duties> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    alerts: ({ query, stores, language }) => findAlerts(db, { ...query, stores }, language),

    async acknowledge({ params, user }) {
      if (!(await hasAlert(db, params.id))) return refuse('notFound')
      await acknowledgeAlert(db, { alertId: params.id, userId: user.userId, at: now() })
      return {}
    },

    get: async ({ params }) => (await findStoreDuty(db, params.id)) ?? refuse('notFound'),

    save: ({ params, body: { reason, ...input }, user }) =>
      saveDuty(context, { storeId: params.id, input, author: author(user, reason) }),

    async testCall({ params, user, reply }) {
      const limited = await refusedByRate(context, reply, [[RATE_LIMITS.testMessagesPerUser, String(user.userId)]])
      if (limited) return limited
      if (!(await findStoreDuty(db, params.id))) return refuse('notFound')
      return { calls: await makeTestCall(context, params.id) }
    },
  }
}

export function helpRoutes(context: Context): Handlers<typeof contract.help> {
  const { db } = context
  return {
    get: async ({ params, language }) => (await findStoreHelp(db, params.id, language)) ?? refuse('notFound'),

    async request({ params, body, user, language, reply }) {
      if (!(await findStoreHelp(db, params.id, language))) return refuse('notFound')
      const limited = await refusedByRate(context, reply, [
        [RATE_LIMITS.helpPerUser, String(user.userId)],
        [RATE_LIMITS.helpPerStore, String(params.id)],
      ])
      if (limited) return limited
      const basketCents = centsFromEuros(body.basket_amount)
      if (basketCents === undefined) return refuse('request.invalid')
      return requestHelp(context, {
        storeId: params.id,
        screen: body.screen,
        basketCents,
        error: knownCode(body.last_error),
      })
    },

    async state({ params }) {
      const state = await findHelpState(db, params.id)
      return state === undefined ? refuse('notFound') : { state }
    },
  }
}

/** Only codes of our own reach the people on duty: no shopper can write them a text. */
const knownCode = (code: string | undefined) =>
  code !== undefined && (Object.hasOwn(ERRORS, code) || STRING_CODES.some(each => each === code)) ? code : undefined
