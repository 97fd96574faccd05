import { contract } from '#contract/index.ts'
import type { Module } from '#server/platform/module.ts'
import { closingRoutes } from './closings/routes.ts'
import { paymentGauges } from './gauges.ts'
import { PAYMENTS_PERSONAL_DATA } from './personal-data.ts'
import type { RefundWorker } from './refunds/refund-worker.ts'
import { refundRoutes } from './refunds/routes.ts'
import { terminalRoutes } from './terminals/routes.ts'
import { terminalWebhooks } from './terminals/webhooks.ts'
import { unresolvedPaymentRoutes } from './unresolved-payments/routes.ts'

export const payments = {
  routes({ http, mount, context, services }) {
    terminalWebhooks(http, context)
    mount(contract.terminals, terminalRoutes(context))
    mount(contract.refunds, refundRoutes(context, services.refunds))
    mount(contract.unresolvedPayments, unresolvedPaymentRoutes(context))
    mount(contract.closings, closingRoutes(context))
  },
  gauges: [paymentGauges],
  personalData: PAYMENTS_PERSONAL_DATA,
} satisfies Module<{ refunds: RefundWorker }>
