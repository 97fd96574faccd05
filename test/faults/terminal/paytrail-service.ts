import { Chances } from '#test/faults/chances.ts'
import { type PaytrailFault, PaytrailSimulator, SETTINGS } from '#test/terminals/paytrail/paytrail-simulator.ts'
import { signedQuery } from '#test/terminals/paytrail/signature.ts'
import type { WebPayment, WebRefund } from '#test/terminals/paytrail/web-payment.ts'
import type { LedgerLine } from './ledger.ts'
import { Pending, type ServicePlan, toHttpFault, type VendorService } from './vendor-service.ts'

/** An unpaid payment ends this long after its creation: before a run must be idle. */
const GIVE_UP_MS = 6000
const REPEAT_AFTER_MS = 1000

/** Per call that arrives: what the API itself does wrong. The wire before it loses and delays what passes. */
const FAULT_WEIGHTS = {
  nothing: 91,
  '500': 1,
  '503': 1,
  '429': 1,
  lose_request: 1,
  lose_answer: 2,
  late: 1,
  unsigned: 2,
} as const
/** Per callback. The vendor repeats what is not accepted. */
const CALLBACKS = { prompt: 55, late: 25, twice: 20 } as const
/** Per payment whose page a shopper opens. */
const PRESSES = { approve: 60, wait: 12, refuse: 10, abort: 8, forge: 6, leave: 4 } as const
/** Per refund that the vendor accepted: whether it later reports that it returned no money. */
const FAILED_SHARE = 0.15

/** The vendor's pages, with their own record of what was paid and returned. */
export async function openPaytrail({ seed, thinkMs, terminalIds }: ServicePlan): Promise<VendorService> {
  const chances = new Chances(`${seed}/paytrail`)
  const simulator = new PaytrailSimulator()
  const pending = new Pending()
  const failures = new Map<string, 'sent' | 'accepted'>()
  let hasFaults = false
  let isDown = false
  let origin = ''
  simulator.fate = (): Omit<PaytrailFault, 'operation'> | undefined => {
    if (isDown) return { act: 'lose_request' }
    const drawn = hasFaults ? chances.weighed<string>(FAULT_WEIGHTS) : 'nothing'
    return drawn === 'unsigned' ? { act: drawn } : toHttpFault(drawn, chances)
  }
  const late = () => chances.between(200, 4000)
  const deliveries = () =>
    ({ prompt: [0], late: [late()], twice: [0, late()] })[hasFaults ? chances.weighed(CALLBACKS) : 'prompt']
  /** Somebody who knows all but the key says that it was paid. */
  const forge = async ({ created: { amount, stamp, callbackUrls }, transactionId: id }: WebPayment) => {
    const { pathname } = new URL(callbackUrls.success)
    const fields = signedQuery({ amount, stamp, id, status: 'ok', provider: 'nordea' }, 'guessed')
    await fetch(new URL(`${pathname}?${new URLSearchParams(fields).toString()}`, origin)).then(
      answer => void (answer.ok && simulator.invalid.push('a forged callback was accepted')),
      () => undefined,
    )
  }
  simulator.onCreated = payment => pending.after(GIVE_UP_MS, payment.abort)
  simulator.onOpened = payment => {
    const press = chances.weighed(PRESSES)
    const ms = chances.between(0, 10 * thinkMs)
    if (press === 'leave') return
    pending.after(ms, async () => {
      if (press === 'forge') return forge(payment)
      payment[press]()
      if (press === 'wait') pending.after(ms, payment.approve)
    })
  }
  simulator.onRefunded = (refund: WebRefund) => {
    if (!chances.isTrue(FAILED_SHARE) || isOfLatePayment(refund)) return
    pending.after(chances.between(0, 3000), async () => {
      failures.set(refund.stamp, 'sent')
      if (await simulator.failRefund(refund)) failures.set(refund.stamp, 'accepted')
    })
  }
  await simulator.open()
  return {
    name: 'paytrail',
    ids: new Set(terminalIds),
    port: Number(new URL(simulator.url).port),
    environment: through => ({ PUOTI_PAYTRAIL_URL: through }),
    // The same merchant for all stores.
    settingsAt: () => SETTINGS,
    getKey: row => row.service_id,
    getRefundKey: row => row.refund_key,
    ledger: () => simulator.payments.flatMap(payment => toLedgerLines(payment, failures)),
    setFaults: yes => (hasFaults = yes),
    async fall(downMs) {
      isDown = true
      await new Promise(resolve => setTimeout(resolve, Math.max(downMs, 500)))
      isDown = false
    },
    deliverTo(through) {
      origin = through
      simulator.callbacks = { through, deliveries, repeatAfterMs: REPEAT_AFTER_MS }
    },
    isQuiet: () => pending.isNone && simulator.waitingCallbacks === 0,
    invalid: simulator.invalid,
    close: () => simulator.close(),
  }
}

const isOfLatePayment = ({ stamp }: WebRefund) => stamp.startsWith('late-')

/** What was paid too late and returned at once was only held. */
function toLedgerLines(payment: WebPayment, failures: ReadonlyMap<string, 'sent' | 'accepted'>): LedgerLine[] {
  const { serviceId, created, createdAt, paidAt, refunds } = payment
  // The vendor doesn't know our terminals.
  const line = { serviceId, terminalId: 0, amountCents: created.amount }
  const received = { ...line, at: createdAt.getTime(), event: 'received' as const }
  if (!paidAt) return [received]
  const [back] = refunds.filter(isOfLatePayment)
  const isHeld = back?.amount === created.amount
  return [
    received,
    { ...line, at: paidAt.getTime(), event: isHeld ? 'reserved' : 'approved' },
    ...refunds.map((refund): LedgerLine => {
      const at = refund.at.getTime()
      if (isHeld && refund === back) return { ...line, at, event: 'cancelled', by: 'merchant' }
      const what = { at, serviceId: refund.stamp, terminalId: 0, amountCents: refund.amount, refundedKey: serviceId }
      return { ...what, event: 'approved', failure: failures.get(refund.stamp) }
    }),
  ]
}
