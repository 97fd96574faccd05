import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppPayment } from './app-payment.ts'

/** What a shopper presses in the app. */
const PRESSES = { approve: 'approve', refuse: 'refuse', abort: 'abort' } as const

export const isLanding = ({ url = '' }: IncomingMessage): boolean => url.startsWith('/landing?')

type LandingPayment = {
  payments: ReadonlyMap<string, AppPayment>
  onOpened: ((payment: AppPayment) => void) | undefined
}

/**
 * Where a payment's link leads: the vendor's page that opens the app, here a page with the app's own buttons. Pressing one returns to
 * the shop, as the app does.
 */
export function serveLanding(
  appPayment: LandingPayment,
  { url = '' }: IncomingMessage,
  response: ServerResponse,
): void {
  const { searchParams } = new URL(url, 'http://127.0.0.1')
  const token = searchParams.get('token') ?? ''
  const payment = appPayment.payments.get(token)
  if (!payment) return void response.writeHead(404).end()
  const pressed = searchParams.get('press') ?? ''
  if (pressed in PRESSES) {
    payment[pressed as keyof typeof PRESSES]() // its keys are the presses
    return void response.writeHead(303, { location: payment.returnUrl ?? '/' }).end()
  }
  appPayment.onOpened?.(payment)
  const button = (press: string) => `<p><a href="/landing?token=${token}&press=${press}">${press}</a></p>`
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><title>Simulated app</title><h1>Simulated app</h1>${Object.keys(PRESSES).map(button).join('')}`,
    )
}
