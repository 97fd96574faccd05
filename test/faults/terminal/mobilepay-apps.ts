import { setTimeout as sleep } from 'node:timers/promises'
import { Chances } from '#test/faults/chances.ts'
import type { AppPayment } from '#test/terminals/mobilepay/app-payment.ts'
import { type AppFault, MobilepaySimulator, SETTINGS } from '#test/terminals/mobilepay/mobilepay-simulator.ts'
import type { LedgerLine } from './ledger.ts'
import type { Terminals } from './test-terminals.ts'

/** A payment expires this long after its creation: before a run must be at rest. */
const EXPIRE_MS = 6000

type Weights = Readonly<Record<string, number>>

/** Per call that arrives: what the API itself does wrong. The wire before it loses, delays and repeats what passes. */
const FAULT_WEIGHTS = { nothing: 93, '500': 1, '503': 1, '429': 1, lose_request: 1, lose_answer: 2, late: 1 } as const
/** Per event: what becomes of its webhook. */
const WEBHOOKS = { prompt: 55, late: 15, twice: 15, lost: 15 } as const
/** Per payment whose link a shopper opens. */
const PRESSES = { approve: 54, confirm: 26, refuse: 7, abort: 9, leave: 4 } as const

type Plan = { seed: string; thinkMs: number; origin: string; webhookId: number }

/** The vendor of the payment app: an API beside the terminals, with its own record of what it took, reserved and returned. */
export type Apps = {
  port: number
  ledger: () => LedgerLine[]
  /** Whether the API fails by itself, and webhooks are late or lost. */
  setFaults: (hasFaults: boolean) => void
  /** It answers nothing for this long. */
  fall: (downMs: number) => Promise<void>
  /** Where servers receive webhooks. */
  deliverTo: (origin: string) => void
  /** Requests that break the published schema: there must be none. */
  invalid: readonly string[]
  counts: Record<string, number>
  close: () => Promise<void>
}

export async function openApps({ seed, thinkMs, origin, webhookId }: Plan): Promise<Apps> {
  const chances = new Chances(`${seed}/apps`)
  const simulator = new MobilepaySimulator({ expireMs: EXPIRE_MS })
  const counts: Record<string, number> = {}
  let hasFaults = false
  let isDown = false
  const draw = <Of extends Weights>(weights: Of) => {
    // The keys of all weights are strings.
    const drawn = chances.weighed(weights) as keyof Of & string
    counts[drawn] = (counts[drawn] ?? 0) + 1
    return drawn
  }
  simulator.fate = () => {
    if (isDown) return { act: 'lose_request' }
    return hasFaults ? drawFault(draw(FAULT_WEIGHTS), chances) : undefined
  }
  simulator.onOpened = payment => void decideInApp(payment, draw(PRESSES), chances.between(0, 4 * thinkMs))
  const late = () => chances.between(200, 4000)
  const deliveries = () => {
    const fate = hasFaults ? draw(WEBHOOKS) : 'prompt'
    return { prompt: [0], late: [late()], twice: [0, late()], lost: [] }[fate]
  }
  const url = `${origin}/webhooks/terminals/${webhookId}`
  await simulator.open()
  return {
    port: Number(new URL(simulator.url).port),
    ledger: () => [...simulator.payments.values()].flatMap(toLedgerLines),
    setFaults: yes => (hasFaults = yes),
    async fall(downMs) {
      isDown = true
      await sleep(downMs)
      isDown = false
    },
    deliverTo: through => (simulator.webhook = { url, secret: SETTINGS.webhook_secret ?? '', through, deliveries }),
    invalid: simulator.invalid,
    counts,
    close: () => simulator.close(),
  }
}

function drawFault(drawn: keyof typeof FAULT_WEIGHTS, chances: Chances): Omit<AppFault, 'operation'> | undefined {
  if (drawn === 'nothing') return undefined
  if (drawn === 'late') return { act: 'late', ms: chances.between(100, 2500) }
  if (drawn === 'lose_request' || drawn === 'lose_answer') return { act: drawn }
  return { act: Number(drawn) }
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

/** Terminals of which some are the app: one record of both, and both fail at once. */
export function withApps(terminals: Terminals, apps: Apps, appIds: readonly number[]): Terminals {
  const isApp = new Set(appIds)
  return {
    ...terminals,
    getKey: row => (isApp.has(row.terminal_id) ? row.service_id : terminals.getKey(row)),
    getRefundKey: row => (isApp.has(row.terminal_id) ? row.refund_key : terminals.getRefundKey(row)),
    // In the order of time, so that what a later round adds comes last.
    ledger: () => [...terminals.ledger(), ...apps.ledger()].toSorted((one, other) => one.at - other.at),
    cutPower: async downMs => void (await Promise.all([terminals.cutPower(downMs), apps.fall(Math.max(downMs, 500))])),
    async close() {
      await Promise.all([terminals.close(), apps.close()])
    },
  }
}
