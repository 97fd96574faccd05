import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formatCents } from '#domain/money.ts'
import { shortOrderNumber } from '#domain/payments/reference-number.ts'
import type { TestPaymentState } from '#server/adapters/payment-terminal/test-terminal.ts'
import type { Context } from '#server/platform/context.ts'
import { escapeHtml } from '#server/platform/email/email-template.ts'
import { ownMachineOnly } from '#server/platform/http/connection/address.ts'
import { isFromHere } from '#server/platform/http/csrf.ts'
import { findWaitingTestPayments, testTerminalLedger } from './ledger.ts'

const BUTTON_STATES = {
  approve: 'approved',
  cancel: 'cancelled',
  decline: 'declined',
  hang: 'hung',
} as const satisfies Record<string, TestPaymentState>

type WaitingPayment = Awaited<ReturnType<typeof findWaitingTestPayments>>[number]

const paymentCard = (payment: WaitingPayment): string => `
  <section class="card" data-service-id="${escapeHtml(payment.serviceId)}">
    <p>${escapeHtml(payment.storeName)} · ${escapeHtml(payment.terminalName)}${payment.state === 'hung' ? ' · hung' : ''}</p>
    <p class="amount">${escapeHtml(formatCents(payment.amountCents))}</p>
    ${payment.orderId === null ? '' : `<p>Order …${escapeHtml(shortOrderNumber(payment.orderId))}</p>`}
    <form method="post" action="/dev/terminal/${escapeHtml(payment.serviceId)}">
      ${Object.keys(BUTTON_STATES)
        .map(
          name =>
            `<button name="press" value="${name}" formaction="/dev/terminal/${escapeHtml(payment.serviceId)}/${name}">${name[0]?.toUpperCase()}${name.slice(1)}</button>`,
        )
        .join('\n      ')}
    </form>
  </section>`

const renderPage = (payments: WaitingPayment[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin"><meta http-equiv="refresh" content="1">
<title>Virtual terminal · Puoti</title><link rel="stylesheet" href="/dev/terminal.css"><link rel="icon" href="/favicon.svg">
<main><h1>Virtual terminal</h1>
${payments.length === 0 ? '<p>No payment is waiting. This page looks again every second.</p>' : payments.map(paymentCard).join('')}
</main></html>`

const PAGE_STYLE = `body { margin: 0 auto; max-width: 30rem; padding: 1.5rem; background: #f4f7f4; color: #16241b; font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin: 0; color: #1b5e3b; }
.card { margin: 1rem 0; padding: 1rem 1.25rem; border-radius: 8px; background: #fff; box-shadow: 0 1px 3px #16241b26; }
.card p { margin: 0; }
.card .amount { margin: 0.25rem 0 0.75rem; font-size: 2rem; font-weight: 700; font-variant-numeric: tabular-nums; }
button { min-height: 44px; margin: 0 0.5rem 0.5rem 0; padding: 0 1rem; border: 1px solid #1b5e3b; border-radius: 8px; background: #fff; color: #1b5e3b; font: inherit; font-weight: 600; cursor: pointer; }
button[value='approve'] { background: #1b5e3b; color: #fff; }
`

/**
 * The virtual terminal's page, only in development and only for requests from this machine: what its display would show, and
 * buttons for what a card would do. The page sets a referrer policy so that its forms send their origin: the other pages' policy
 * would make it "null".
 */
export const terminalPage = (app: FastifyInstance, context: Context): void =>
  ownMachineOnly(app, context, room => addRoutes(room, context))

function addRoutes(app: FastifyInstance, context: Context): void {
  const ledger = testTerminalLedger(context.db)
  app.get('/dev/terminal.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(PAGE_STYLE))
  app.get('/dev/terminal', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderPage(await findWaitingTestPayments(context.db))),
  )
  // A separate scope, since form bodies are accepted here and nowhere else.
  void app.register(async scope => {
    // Everything needed is in the address.
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => undefined)
    scope.post('/dev/terminal/:serviceId/:press', async (request: FastifyRequest, reply) => {
      // Fastify fills both from the route's own path.
      const { serviceId, press } = request.params as { serviceId: string; press: string }
      if (!isFromHere(request) || !Object.hasOwn(BUTTON_STATES, press)) return reply.code(403).send()
      // hasOwn has just found the name.
      await ledger.decide(serviceId, { state: BUTTON_STATES[press as keyof typeof BUTTON_STATES] })
      return reply.code(303).header('Location', '/dev/terminal').send()
    })
  })
}
