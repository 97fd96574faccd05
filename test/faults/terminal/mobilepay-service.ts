import { setTimeout as sleep } from 'node:timers/promises'
import { Chances } from '#test/faults/chances.ts'
import type { AppPayment } from '#test/terminals/mobilepay/app-payment.ts'
import { MobilepaySimulator, SETTINGS } from '#test/terminals/mobilepay/mobilepay-simulator.ts'
import type { LedgerLine } from './ledger.ts'
import { type ServicePlan, toHttpFault, type VendorService } from './vendor-service.ts'

/** A payment expires this long after its creation: before a run must be idle. */
const EXPIRE_MS = 6000

/** Per call that arrives: what the API itself does wrong. The wire before it loses, delays and repeats what passes. */
const FAULT_WEIGHTS = { nothing: 93, '500': 1, '503': 1, '429': 1, lose_request: 1, lose_answer: 2, late: 1 } as const
/** Per event: what becomes of its webhook. */
const WEBHOOKS = { prompt: 55, late: 15, twice: 15, lost: 15 } as const
/** Per payment whose link a shopper opens. */
const PRESSES = { approve: 54, confirm: 26, refuse: 7, abort: 9, leave: 4 } as const

/** The vendor of the payment app: an API beside the terminals, with its own record of what it took, reserved and returned. */
export async function openMobilepay({ seed, thinkMs, terminalIds, publicUrl }: ServicePlan): Promise<VendorService> {
  const chances = new Chances(`${seed}/apps`)
  const simulator = new MobilepaySimulator({ expireMs: EXPIRE_MS })
  let hasFaults = false
  let isDown = false
  simulator.fate = () => {
    if (isDown) return { act: 'lose_request' }
    return hasFaults ? toHttpFault(chances.weighed<string>(FAULT_WEIGHTS), chances) : undefined
  }
  simulator.onOpened = payment => void decideInApp(payment, chances.weighed(PRESSES), chances.between(0, 4 * thinkMs))
  const late = () => chances.between(200, 4000)
  const deliveries = () => {
    const fate = hasFaults ? chances.weighed(WEBHOOKS) : 'prompt'
    return { prompt: [0], late: [late()], twice: [0, late()], lost: [] }[fate]
  }
  const url = `${publicUrl}/webhooks/terminals/${terminalIds[0]}`
  await simulator.open()
  return {
    name: 'mobilepay',
    ids: new Set(terminalIds),
    port: Number(new URL(simulator.url).port),
    environment: through => ({ PUOTI_MOBILEPAY_URL: through }),
    // The same sales unit for all stores.
    settingsAt: () => SETTINGS,
    getKey: row => row.service_id,
    getRefundKey: row => row.refund_key,
    ledger: () => [...simulator.payments.values()].flatMap(toLedgerLines),
    setFaults: yes => (hasFaults = yes),
    async fall(downMs) {
      isDown = true
      await sleep(Math.max(downMs, 500))
      isDown = false
    },
    deliverTo: through => (simulator.webhook = { url, secret: SETTINGS.webhook_secret ?? '', through, deliveries }),
    invalid: simulator.invalid,
    close: () => simulator.close(),
  }
}

/** Between `confirm` and the approval the vendor refuses to cancel; whoever leaves decides nothing, until the payment expires. */
async function decideInApp(payment: AppPayment, press: keyof typeof PRESSES, ms: number): Promise<void> {
  await sleep(ms)
  if (press === 'leave') return
  if (press !== 'confirm') return payment[press]()
  payment.isConfirming = true
  await sleep(ms)
  payment.isConfirming = false
  payment.approve()
}

/** Money counts as taken when it is captured; until then it is reserved. */
function toLedgerLines({ reference: serviceId, events }: AppPayment): LedgerLine[] {
  const names = {
    CREATED: 'received',
    AUTHORIZED: 'reserved',
    CAPTURED: 'approved',
    CANCELLED: 'cancelled',
    TERMINATED: 'cancelled',
    ABORTED: 'cancelled',
    EXPIRED: 'cancelled',
    REFUNDED: 'approved',
  } as const
  return events
    .filter(({ success }) => success)
    .map(({ name, amount, timestamp, idempotencyKey }) => {
      // The vendor doesn't know our terminals.
      const line = { at: Date.parse(timestamp), terminalId: 0, amountCents: amount.value, event: names[name] }
      return name === 'REFUNDED'
        ? { ...line, serviceId: idempotencyKey ?? '', refundedKey: serviceId }
        : { ...line, serviceId }
    })
}
