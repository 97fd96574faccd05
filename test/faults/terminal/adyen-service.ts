import { setTimeout as sleep } from 'node:timers/promises'
import { Chances } from '#test/faults/chances.ts'
import { type AdyenCategory, type AdyenFault, AdyenSimulator, SETTINGS } from '#test/terminals/adyen/adyen-simulator.ts'
import type { CardPayment } from '#test/terminals/adyen/device.ts'
import { type AcceptedRefund, deliver, type RefundReport, standardWebhook } from '#test/terminals/adyen/webhooks.ts'
import type { LedgerLine } from './ledger.ts'
import type { ServicePlan, VendorService } from './vendor-service.ts'

const WEBHOOK_KEY = 'AB'.repeat(32)

type Weights = Readonly<Record<string, number>>

/** Per message that arrives: what the cloud or the terminal itself does wrong. The wire before it loses, delays and repeats what passes. */
const FAULT_WEIGHTS = {
  Payment: {
    nothing: 87,
    busy: 2,
    lose_request: 2,
    late_request: 2,
    lose_answer: 2,
    swallow_answer: 1,
    double: 2,
    reject: 1,
    '500': 1,
  },
  Reversal: { nothing: 88, lose_request: 3, lose_answer: 3, late_answer: 2, double: 3, '500': 1 },
  TransactionStatus: { nothing: 87, Busy: 4, InProgress: 4, lose_answer: 3, '500': 2 },
  Abort: { nothing: 90, lose_request: 5, lose_answer: 5 },
  Diagnosis: { nothing: 1 },
  reach: { nothing: 96, lose_request: 2, '500': 2 },
} as const satisfies Record<AdyenCategory, Weights>
/** Per payment that a terminal shows. */
const PRESSES = { approve: 80, decline: 8, cancel: 7, confirm: 5 } as const
/** Per refund that the vendor accepted: what it reports by webhook, and how often. */
const REPORTS = { done: 55, refused: 15, failed: 15, failedTwice: 15 } as const

const LATEST_REQUEST_MS = 1500

const getPoi = (terminalId: number): string => `UX300-${terminalId}`

/** Adyen's cloud with terminals behind it, whose memory is their record. */
export async function openAdyen({ seed, thinkMs, terminalIds }: ServicePlan): Promise<VendorService> {
  const chances = new Chances(`${seed}/adyen`)
  const simulator = new AdyenSimulator(terminalIds.map(getPoi))
  const reports = new Map<string, 'sent' | 'accepted'>()
  const refunds: (AcceptedRefund & { at: number })[] = []
  let hasFaults = false
  let origin = ''
  simulator.fate = category =>
    hasFaults ? drawFault(category, chances.weighed<string>(FAULT_WEIGHTS[category]), chances) : undefined
  const getWebhook = () => ({
    url: `${origin}/webhooks/terminals/${terminalIds[0]}`,
    secret: WEBHOOK_KEY,
    merchantAccount: SETTINGS.merchant_account,
  })
  const report = async (refund: AcceptedRefund, drawn: keyof typeof REPORTS) => {
    await sleep(chances.between(0, 3000))
    if (drawn !== 'done') reports.set(refund.merchantReference, 'sent')
    for (const event of EVENTS[drawn]) {
      const isAccepted = await deliver(getWebhook(), standardWebhook(getWebhook(), refund, event), DELIVERY_TRIES)
      if (isAccepted && drawn !== 'done') reports.set(refund.merchantReference, 'accepted')
    }
  }
  for (const device of simulator.devices.values()) {
    device.onShown = payment =>
      void decideAtTerminal(payment, chances.weighed(PRESSES), chances.between(0.5, 2) * thinkMs)
    device.onRefund = refund => {
      refunds.push({ ...refund, at: Date.now() })
      void report(refund, chances.weighed(REPORTS))
    }
  }
  await simulator.open()
  const port = Number(new URL(simulator.url).port)
  return {
    name: 'adyen',
    ids: new Set(terminalIds),
    port,
    environment: through => ({ PUOTI_ADYEN_URL: `${through}/v1` }),
    settingsAt: terminalId => ({ ...SETTINGS, poi_id: getPoi(terminalId), webhook_secret: WEBHOOK_KEY }),
    getKey: row => row.service_id,
    getRefundKey: row => row.refund_key,
    ledger: () => [
      ...terminalIds.flatMap(id =>
        [...(simulator.devices.get(getPoi(id))?.payments.values() ?? [])].flatMap(toLedgerLines(id)),
      ),
      ...refunds.map(refund => toRefundLine(refund, simulator, reports)),
    ],
    setFaults: yes => (hasFaults = yes),
    deliverTo: through => (origin = through),
    fall: downMs => simulator.cutPower(downMs),
    invalid: simulator.invalid,
    close: () => simulator.close(),
  }
}

const DELIVERY_TRIES = 12

const EVENTS: Record<keyof typeof REPORTS, readonly RefundReport[]> = {
  done: [{ eventCode: 'CANCEL_OR_REFUND', success: true }],
  refused: [{ eventCode: 'CANCEL_OR_REFUND', success: false, reason: 'Insufficient balance' }],
  failed: [{ eventCode: 'REFUND_FAILED', success: true, reason: 'Card closed' }],
  failedTwice: [
    { eventCode: 'REFUND_FAILED', success: true, reason: 'Card closed' },
    { eventCode: 'REFUNDED_REVERSED', success: true },
  ],
}

function drawFault(on: AdyenCategory, drawn: string, chances: Chances): AdyenFault | undefined {
  switch (drawn) {
    case 'nothing':
      return undefined
    case '500':
      return { on, act: 500 }
    // At another system's payment: it names whose.
    case 'busy':
      return { on, act: { condition: 'Busy', details: { serviceId: 'ANOTHER' } } }
    case 'Busy':
    case 'InProgress':
      return { on, act: { condition: drawn } }
    default:
      // The others are the simulator's own names.
      return { on, act: drawn as 'lose_request', ms: chances.between(50, LATEST_REQUEST_MS) }
  }
}

/** Between `confirm` and the approval, an abort comes too late. */
async function decideAtTerminal(payment: CardPayment, press: keyof typeof PRESSES, ms: number): Promise<void> {
  await sleep(ms)
  if (press !== 'confirm') return payment[press]()
  payment.confirm()
  await sleep(ms)
  payment.approve()
}

const toLedgerLines =
  (terminalId: number) =>
  ({ reference: serviceId, at, endedAt, requestedCents, approvedCents }: CardPayment): LedgerLine[] => {
    const line = { serviceId, terminalId, amountCents: requestedCents }
    const received = { ...line, at: at.getTime(), event: 'received' as const }
    if (endedAt === undefined) return [received]
    const event = approvedCents > 0 ? ('approved' as const) : ('declined' as const)
    return [received, { ...line, at: endedAt.getTime(), event }]
  }

function toRefundLine(
  { at, cents, merchantReference, originalReference }: AcceptedRefund & { at: number },
  { devices }: AdyenSimulator,
  reports: ReadonlyMap<string, 'sent' | 'accepted'>,
): LedgerLine {
  const payments = [...devices.values()].flatMap(device => [...device.payments.values()])
  const paid = payments.find(({ id }) => id?.TransactionID.endsWith(`.${originalReference}`))
  const line = { at, serviceId: merchantReference, terminalId: 0, amountCents: cents, event: 'approved' as const }
  return { ...line, refundedKey: paid?.reference ?? '', failure: reports.get(merchantReference) }
}
