import type { Habits } from '../actors/shopper.ts'
import type { WorldOptions } from '../world/open-world.ts'

export type Bug = {
  name: string
  /** Settings that the bug changes. */
  settings?: Partial<WorldOptions>
  /** Of shoppers, that the bug changes. */
  habits?: Partial<Habits>
  /** Only sleeping and killed servers reveal the bug: the network has no faults. */
  withoutNetworkFaults?: true
  /** It shows only when everything is final. */
  showsAtRest?: true
  /** SQL that drops a constraint or index. */
  sql?: string
}

/** So that a server has many payments at terminals when it falls asleep. */
const SLOW_SHOPPERS = { thinkMs: 2000, terminalsPerStore: 2 }

/** Half of the payments are in the app. */
const WITH_APP = { terminal: 'jsonpos', services: ['mobilepay'], terminalsPerStore: 2 } as const

/** The bugs that the checker must find. Their code changes are in plantings.ts, which the servers load. */
export const BUGS: Record<string, Bug> = {
  a: { name: 'call the terminal, then write it down' },
  // Needs idle terminals: a busy one does not accept a late request.
  b: { name: '“not found” taken for “not charged”', settings: { inFlightMs: 0, terminalsPerStore: 4 } },
  c: { name: 'asked again under another key' },
  // Many shoppers pay at the same moment in the same store, where a terminal is free.
  d: {
    name: 'unique indexes of attempts dropped',
    settings: { stores: 2, terminalsPerStore: 12, thinkMs: 100 },
    sql: 'DROP INDEX attempt_one_per_order, attempt_one_holds_terminal, attempt_one_per_user',
  },
  e: { name: 'outcome written without compare-and-set', settings: SLOW_SHOPPERS, withoutNetworkFaults: true },
  f: { name: 'cancel allowed while a payment is open' },
  g: { name: 'nobody takes up what a dead server left' },
  h: {
    name: 'stock taken again when an answer comes twice',
    settings: SLOW_SHOPPERS,
    withoutNetworkFaults: true,
    sql: 'ALTER TABLE stock_move DROP CONSTRAINT stock_move_order_line_id_kind_key',
  },
  i: { name: 'money that an app only reserved taken for paid', settings: WITH_APP },
  j: {
    name: 'a cancellation in an app believed before it had an effect',
    settings: WITH_APP,
    // Many who change their mind while they approve.
    habits: { phone: 0.9, abort: 0.4, cancel: 0.05 },
  },
  k: {
    name: 'money that was paid too late on a page kept',
    settings: { ...WITH_APP, services: ['paytrail'] },
    habits: { phone: 0.9, abort: 0.4, cancel: 0.05 },
    // Before, it may still go back.
    showsAtRest: true,
  },
  l: {
    name: 'a refused card taken for the end of a payment at a reader',
    // So that the reader asks for another card when it is asked.
    settings: { terminal: 'jsonpos', services: ['sumup'], thinkMs: 800 },
  },
  m: { name: 'a red label forgotten at the order', settings: { hasDates: true } },
  n: { name: 'buyers of other lots told of a recall', settings: { hasDates: true } },
  o: { name: 'goods sold after their last day', settings: { hasDates: true } },
}
