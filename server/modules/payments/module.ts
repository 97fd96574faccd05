import { sql } from 'kysely'
import { contract } from '#contract/index.ts'
import type { Module } from '#server/platform/module.ts'
import { storeFinder } from '#server/platform/rights/store-finder.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { closingRoutes } from './closings/routes.ts'
import { paymentGauges } from './gauges.ts'
import { payoutRoutes } from './payouts/routes.ts'
import { PAYMENTS_PERSONAL_DATA } from './personal-data.ts'
import type { RefundWorker } from './refunds/refund-worker.ts'
import { refundRoutes } from './refunds/routes.ts'
import { terminalRoutes, waysToPayRoutes } from './terminals/routes.ts'
import { terminalWebhooks } from './terminals/webhooks.ts'
import { unresolvedPaymentRoutes } from './unresolved-payments/routes.ts'

/** A payment or a refund belongs to the store of its order. */
const orderStoreFinder = (table: 'payment_attempt' | 'refund') => async (db: Db, id: number) => {
  const { rows } = await sql<{ store_id: number }>`
    SELECT store_id FROM ${sql.table(table)} part JOIN customer_order paid ON paid.id = part.order_id
    WHERE part.id = ${id}::bigint`.execute(db)
  return rows[0]?.store_id
}

export const payments = {
  routes({ http, mount, context, services }) {
    terminalWebhooks(http, context)
    mount(contract.terminals, terminalRoutes(context))
    mount(contract.waysToPay, waysToPayRoutes(context))
    mount(contract.refunds, refundRoutes(context, services.refunds))
    mount(contract.unresolvedPayments, unresolvedPaymentRoutes(context))
    mount(contract.closings, closingRoutes(context))
    mount(contract.payouts, payoutRoutes(context))
  },
  gauges: [paymentGauges],
  storesOfRecords: {
    terminal: storeFinder('terminal', 'id'),
    payment: orderStoreFinder('payment_attempt'),
    refund: orderStoreFinder('refund'),
  },
  personalData: PAYMENTS_PERSONAL_DATA,
} satisfies Module<{ refunds: RefundWorker }>
