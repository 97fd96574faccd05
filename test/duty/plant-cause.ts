import type { AlertCauseName } from '#domain/operations/duty/alert-causes.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import type { Seam } from '#test/locks/run-seam.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import type { Simulator } from '#test/terminals/run-simulator.ts'
import type { FastClock } from './fast-clock.ts'
import type { Staffed } from './people.ts'

/** The causes that a drill plants; the failing email is a consequence of killing the mail server. */
export const PLANTED = {
  payment_in_doubt: 35,
  code_reported: 20,
  withdrawal_received: 15,
  terminal_unreachable: 18,
  lock_unreachable: 6,
  lock_battery_low: 6,
} as const satisfies Partial<Record<AlertCauseName, number>>
export type PlantedName = keyof typeof PLANTED

/** What was planted. `key`: the word in the texts of its messages that no other cause has. */
export type Planted = { key: string; storeId: number; end: () => Promise<unknown> }

type Place = {
  database: DatabaseHandle
  clock: FastClock
  staffed: Staffed
  simulator: Simulator
  seam: Seam
}

/** Lets work pass that must not be interrupted; whoever closes it waits until none is under way, and holds up the rest. */
class Gate {
  readonly #working = new Set<Promise<unknown>>()
  #closed: Promise<unknown> | undefined

  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#closed) await this.#closed
    const working = work()
    const settled = working.catch(() => undefined).finally(() => this.#working.delete(settled))
    this.#working.add(settled)
    return working
  }

  async whileClosed(work: () => Promise<unknown>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#closed = promise
    await Promise.all(this.#working)
    try {
      await work()
    } finally {
      this.#closed = undefined
      resolve()
    }
  }
}

/** Things that have one cause at a time. */
class Pool<Thing> {
  readonly #free: Thing[]
  readonly #waiting: ((thing: Thing) => void)[] = []

  constructor(things: readonly Thing[]) {
    this.#free = [...things]
  }

  /** Waits until one is free. */
  async use<Result>(work: (thing: Thing) => Promise<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<Thing>()
    const free = this.#free.shift()
    if (free === undefined) this.#waiting.push(resolve)
    else resolve(free)
    const thing = await promise
    try {
      return await work(thing)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(thing)
      else this.#free.push(thing)
    }
  }
}

type Counter = Staffed['counters'][number]
type Door = Staffed['doors'][number]

/** Makes a payment unclear, as when a terminal never answered. In one transaction: checks run meanwhile. */
async function plantDoubt({ database, clock }: Place, { storeId, plain }: Counter): Promise<Planted> {
  const { kysely: db } = database
  const order_id = await db.transaction().execute(async trx => {
    const user_id = await addShopper({ kysely: trx })
    const order = { user_id, store_id: storeId, status: 'error', total_cents: 100 } as const
    const orderId = await addOrder({ kysely: trx }, order)
    const since = { deadline_at: clock.now(), unknown_since: clock.now() }
    const payment = { service_id: `duty ${orderId}`, amount_cents: 100, currency: 'EUR', state: 'UNRESOLVED' } as const
    await trx
      .insertInto('payment_attempt')
      .values({
        order_id: orderId,
        user_id,
        terminal_id: plain,
        order_status_before: 'checkout',
        ...payment,
        ...since,
      })
      .execute()
    return orderId
  })
  const end = () =>
    db.transaction().execute(async trx => {
      const settled = { state: 'NOT_PROCESSED', outcome_at: clock.now(), source: 'admin' } as const
      await trx.updateTable('payment_attempt').set(settled).where('order_id', '=', order_id).execute()
      await trx.updateTable('customer_order').set({ status: 'checkout' }).where('id', '=', order_id).execute()
      const event = { order_id, to_status: 'checkout', actor: 'admin', kind: 'status_changed' } as const
      await trx.insertInto('order_event').values(event).execute()
    })
  return { key: String(order_id), storeId, end }
}

/** A shopper withdraws from a pre-order. */
async function plantWithdrawal({ database, clock }: Place, { storeId }: Counter): Promise<Planted> {
  const { kysely: db } = database
  const { order_id, user_id } = await db.transaction().execute(async trx => {
    const user = await addShopper({ kysely: trx })
    const order = { user_id: user, store_id: storeId, order_type: 'preorder', status: 'preorder_booked' } as const
    const row = { order_id: await addOrder({ kysely: trx }, order), user_id: user }
    await trx
      .insertInto('preorder_withdrawal')
      .values({ ...row, product_ids: [1001] })
      .execute()
    return row
  })
  const end = () =>
    db
      .updateTable('preorder_withdrawal')
      .set({ settled_at: clock.now(), settled_by: user_id, settled_reason: 'refunded' })
      .where('order_id', '=', order_id)
      .execute()
  return { key: String(order_id), storeId, end }
}

const REPORTERS = 3

/** Shoppers report a code that no product has. */
async function plantCode({ database, clock }: Place, { storeId }: Counter, code: string): Promise<Planted> {
  const { kysely: db } = database
  const at = { first_at: clock.now(), last_at: clock.now() }
  await db.transaction().execute(async trx => {
    const users: number[] = []
    for (let reporter = 0; reporter < REPORTERS; reporter++) users.push(await addShopper({ kysely: trx }))
    const reports = users.map(user_id => ({ store_id: storeId, code, user_id, ...at }))
    await trx.insertInto('unknown_code_report').values(reports).execute()
  })
  return { key: code, storeId, end: () => db.deleteFrom('unknown_code_report').where('code', '=', code).execute() }
}

type UsedTerminal = { storeId: number; terminalId: number }

/** Switches a terminal off. `off`: those that must stay off when the power of all comes back. */
async function plantDeadTerminal(
  { database, simulator }: Place,
  { storeId, terminalId }: UsedTerminal,
  { key, off }: { key: string; off: Set<number> },
): Promise<Planted> {
  await database.kysely.updateTable('terminal').set({ name: key }).where('id', '=', terminalId).execute()
  off.add(terminalId)
  await simulator.power(terminalId, { on: false })
  const end = async () => {
    off.delete(terminalId)
    await simulator.power(terminalId, { on: true })
  }
  return { key, storeId, end }
}

const WELL = { online: true, battery: { level: 1, status: 'full' } }

/** A lock is off the network, or its battery is low: as Seam says. */
async function plantLockFault(
  { database, seam }: Place,
  { storeId, device }: Door,
  { key, fault }: { key: string; fault: 'lock_unreachable' | 'lock_battery_low' },
): Promise<Planted> {
  await nameStore(database, storeId, key)
  const set = (properties: object) => seam.database.updateDevice({ device_id: device, properties })
  set(fault === 'lock_unreachable' ? { online: false } : { battery: { level: 0.05, status: 'critical' } })
  return { key, storeId, end: async () => set(WELL) }
}

/** The text of a lock's cause names nothing but the store. */
const nameStore = ({ kysely: db }: DatabaseHandle, storeId: number, name: string) =>
  db.updateTable('store').set({ name }).where('id', '=', storeId).execute()

/** Plants causes of each kind; a terminal or a lock has the next one when the one before is over. */
export class CausePlanter {
  /** The terminals that must stay off when the power of all comes back. */
  readonly off = new Set<number>()
  /** Causes begin and end while it is open. */
  readonly gate = new Gate()
  readonly #place: Place
  readonly #terminals: Pool<UsedTerminal>
  readonly #doors: Pool<Door>

  constructor(place: Place) {
    this.#place = place
    this.#terminals = new Pool(
      place.staffed.counters.flatMap(({ storeId, terminalIds }) =>
        terminalIds.map(terminalId => ({ storeId, terminalId })),
      ),
    )
    this.#doors = new Pool(place.staffed.doors)
  }

  /** Runs `live` with a place that is free for the cause. */
  async withPlace<Result>(
    { name, number }: { name: PlantedName; number: number },
    liveIn: (plant: () => Promise<Planted>) => Promise<Result>,
  ): Promise<Result> {
    const live = (plant: () => Promise<Planted>) => liveIn(() => this.#plant(plant))
    const place = this.#place
    const key = toKey(number)
    const { counters } = place.staffed
    const counter = counters[number % counters.length]!
    if (name === 'payment_in_doubt') return live(() => plantDoubt(place, counter))
    if (name === 'withdrawal_received') return live(() => plantWithdrawal(place, counter))
    if (name === 'code_reported') return live(() => plantCode(place, counter, key))
    if (name === 'terminal_unreachable')
      return this.#terminals.use(terminal => live(() => plantDeadTerminal(place, terminal, { key, off: this.off })))
    return this.#doors.use(door => live(() => plantLockFault(place, door, { key, fault: name })))
  }

  async #plant(plant: () => Promise<Planted>): Promise<Planted> {
    const planted = await this.gate.pass(plant)
    return { ...planted, end: () => this.gate.pass(planted.end) }
  }
}

const toKey = (number: number): string => `DUTY${String(number).padStart(6, '0')}`
