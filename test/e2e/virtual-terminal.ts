import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningShop } from './running-shop.ts'

const PATIENCE_MS = 20_000

/** A payment that waits at a terminal; the amount is formatted as on the terminal. */
export type WaitingPayment = { serviceId: string; place: string; amount: string }

/** The payments on the virtual terminals' page, oldest first. */
export async function waitingPayments(shop: RunningShop): Promise<WaitingPayment[]> {
  const page = await (await fetch(`${shop.origin}/dev/terminal`)).text()
  const cards = page.matchAll(/data-service-id="(\w+)">\s*<p>([^<]*)<\/p>\s*<p class="amount">([^<]*)</g)
  return [...cards].map(([, serviceId = '', place = '', amount = '']) => ({ serviceId, place, amount }))
}

/** The one payment that waits at a terminal; waits until there is one. */
export async function paymentAtTerminal(shop: RunningShop): Promise<WaitingPayment> {
  const lateMs = performance.now() + PATIENCE_MS
  for (;;) {
    const [payment, second] = await waitingPayments(shop)
    if (second) throw new Error('More than one payment waits at the terminals')
    if (payment) return payment
    if (performance.now() > lateMs) throw new Error('No payment came to a terminal')
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
