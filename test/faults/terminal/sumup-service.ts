import { setTimeout as sleep } from 'node:timers/promises'
import { Chances } from '#test/faults/chances.ts'
import type { ReaderPayment } from '#test/terminals/sumup/reader-payment.ts'
import { SETTINGS, SumupSimulator } from '#test/terminals/sumup/sumup-simulator.ts'
import type { LedgerLine } from './ledger.ts'
import { Pending, type ServicePlan, toHttpFault, type VendorService } from './vendor-service.ts'

/** A reader without a card ends the payment after this time. */
const GIVE_UP_MS = 4000

/** Per call that arrives: what the API itself does wrong. The wire before it loses and delays what passes. */
const FAULT_WEIGHTS = { nothing: 92, '500': 1, '503': 1, '429': 1, lose_request: 2, lose_answer: 2, late: 1 } as const
/** Per payment that a reader shows. */
const PRESSES = { approve: 66, confirm: 8, secondCard: 8, decline: 8, cancel: 7, leave: 3 } as const

/** The vendor's cloud with a reader for each terminal. It has no key for refunds: they are told apart by payment, sum and number. */
export async function openSumup({ seed, thinkMs, terminalIds }: ServicePlan): Promise<VendorService> {
  const chances = new Chances(`${seed}/sumup`)
  const simulator = new SumupSimulator()
  const pending = new Pending()
  let hasFaults = false
  let isDown = false
  simulator.fate = () => {
    if (isDown) return { act: 'lose_request' }
    return hasFaults ? toHttpFault(chances.weighed<string>(FAULT_WEIGHTS), chances) : undefined
  }
  const terminalIdByReader = new Map(terminalIds.map(id => [simulator.addReader(`terminal ${id}`).id, id]))
  const readerByTerminalId = new Map([...terminalIdByReader].map(([readerId, id]) => [id, readerId]))
  simulator.onShown = payment => {
    const press = chances.weighed(PRESSES)
    const ms = chances.between(0.5, 2) * thinkMs
    pending.after(press === 'leave' ? GIVE_UP_MS : ms, async () => {
      if (press === 'leave') return payment.terminate()
      if (press !== 'confirm' && press !== 'secondCard') return payment[press]()
      if (press === 'confirm') payment.confirm()
      else payment.refuseCard()
      await sleep(2 * ms)
      payment.approve()
    })
  }
  await simulator.open()
  return {
    name: 'sumup',
    ids: new Set(terminalIds),
    port: Number(new URL(simulator.url).port),
    hasNoKeys: true,
    environment: through => ({ PUOTI_SUMUP_URL: through }),
    settingsAt: id => ({ ...SETTINGS, pairing_code: readerByTerminalId.get(id) ?? '' }),
    getKey: row => row.service_id,
    getRefundKey: ({ service_id, amount_cents, number }) => toRefundKey(service_id, amount_cents, number),
    ledger: () =>
      simulator.payments.flatMap(payment => toLedgerLines(payment, terminalIdByReader.get(payment.readerId) ?? 0)),
    setFaults: yes => (hasFaults = yes),
    async fall(downMs) {
      isDown = true
      simulator.isOnline = false
      // What the readers showed is gone, unless a card is being read.
      for (const { status, terminate } of simulator.payments) if (status === 'pending') terminate()
      await sleep(Math.max(downMs, 500))
      simulator.isOnline = true
      isDown = false
    },
    isQuiet: () => pending.isNone,
    invalid: simulator.invalid,
    close: () => simulator.close(),
  }
}

const toRefundKey = (serviceId: string, cents: number, number: number) => `${serviceId} ${cents} ${number}`

function toLedgerLines(payment: ReaderPayment, terminalId: number): LedgerLine[] {
  const { serviceId, createdAt, endedAt, refunds, refundedAt } = payment
  const line = { serviceId, terminalId, amountCents: payment.request.total_amount.value }
  const received = { ...line, at: createdAt.getTime(), event: 'received' as const }
  if (!endedAt) return [received]
  const isPaid = payment.transaction === 'SUCCESSFUL' || payment.transaction === 'REFUNDED'
  return [
    received,
    { ...line, at: endedAt.getTime(), event: isPaid ? 'approved' : 'declined' },
    ...refunds.map((amountCents, index): LedgerLine => {
      const number = refunds.slice(0, index + 1).filter(cents => cents === amountCents).length
      const key = toRefundKey(serviceId, amountCents, number)
      const at = refundedAt[index]?.getTime() ?? 0
      return { at, serviceId: key, terminalId, amountCents, refundedKey: serviceId, event: 'approved' }
    }),
  ]
}
