import { type RawBuilder, sql } from 'kysely'
import { APP_PROVIDERS, type PaymentWay } from '#domain/payments/payment-way.ts'

/** Whether a terminal is an app on shoppers' phones, which serves any number of them at once. */
export const isApp = sql<boolean>`(terminal.provider IN (${sql.join(APP_PROVIDERS.map(provider => sql.lit(provider)))}))`

/** Whether a terminal serves the way that the shopper chose. */
export const isOfWay = (way: PaymentWay | undefined) =>
  sql<boolean>`(${way ?? null}::text IS NULL OR ${isApp} = (${way ?? null}::text = 'phone'))`

/** How orders can be paid in a store; `store` is its row. */
export const waysOfStore = (store: RawBuilder<unknown>) => sql<PaymentWay[]>`ARRAY(
  SELECT DISTINCT CASE WHEN ${isApp} THEN 'phone' ELSE 'terminal' END FROM terminal
  WHERE terminal.store_id = ${store}.id AND terminal.retired_at IS NULL
    AND (terminal.provider = 'test') = (${store}.payment_mode = 'test'))`
