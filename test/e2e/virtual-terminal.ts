import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningShop } from './running-shop.ts'

const TIMEOUT_MS = 40_000

/** A payment that waits at a terminal; the amount is formatted as on the terminal. */
export type WaitingPayment = { serviceId: string; place: string; amount: string }

/** The payments on the virtual terminals' page, oldest first. */
export async function waitingPayments(shop: RunningShop): Promise<WaitingPayment[]> {
  const page = await (await fetch(`${shop.origin}/dev/terminal`)).text()
  const cards = page.matchAll(/data-service-id="(\w+)">\s*<p>([^<]*)<\/p>\s*<p class="amount">([^<]*)</g)
  return [...cards].map(([, serviceId = '', place = '', amount = '']) => ({ serviceId, place, amount }))
}

/** The states of the latest orders and of their payment attempts, for the message of a failed test. */
async function formatLatestPayments(shop: RunningShop): Promise<string> {
  const rows = await shop.query(
    `SELECT latest.id AS "order", latest.status, attempt.id AS attempt, attempt.state, attempt.string_code, attempt.owner,
        attempt.lease_until, attempt.sent_at, attempt.abort_requested_at, now() AS read_at
      FROM (SELECT * FROM customer_order ORDER BY updated_at DESC LIMIT 5) latest
      LEFT JOIN payment_attempt attempt ON attempt.order_id = latest.id ORDER BY latest.updated_at DESC, attempt.id DESC`,
  )
  return ['The latest orders with their payments:', ...rows.map(row => JSON.stringify(row))].join('\n')
}

/** The one payment that waits at a terminal; waits until there is one. Await it: a rejection that nobody awaits fails another test. */
export async function paymentAtTerminal(shop: RunningShop): Promise<WaitingPayment> {
  const lateMs = performance.now() + TIMEOUT_MS
  for (;;) {
    const [payment, second] = await waitingPayments(shop)
    if (second) throw new Error(`More than one payment waits at the terminals. ${await formatLatestPayments(shop)}`)
    if (payment) return payment
    if (performance.now() > lateMs)
      throw new Error(`No payment came to a terminal. ${await formatLatestPayments(shop)}`)
    await sleep(50)
  }
}

/** Presses a button of the virtual terminal, as soon as there is a payment. */
export async function press(
  shop: RunningShop,
  button: 'approve' | 'cancel' | 'decline' | 'hang',
): Promise<WaitingPayment> {
  const payment = await paymentAtTerminal(shop)
  const url = `${shop.origin}/dev/terminal/${payment.serviceId}/${button}`
  const answer = await fetch(url, { method: 'POST', headers: { origin: shop.origin }, redirect: 'manual' })
  if (answer.status !== 303) throw new Error(`The terminal answered ${answer.status} to ${button}`)
  return payment
}
