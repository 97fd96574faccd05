import type { WorldOptions } from '../world/open-world.ts'

export type Bug = {
  name: string
  /** What of the shop's settings is wrong. */
  settings?: Partial<WorldOptions>
  /** Nothing but sleep and death shows it: the wire is good. */
  isCalm?: true
  /** What of the schema's fences is gone. */
  sql?: string
}

/** So that a server that falls asleep has many payments at terminals. */
const SLOW_SHOPPERS = { thinkMs: 2000, terminalsPerStore: 2 }

/** The eight bugs that the net must catch. What else they change is in plantings.ts, for the servers to load. */
export const BUGS: Record<string, Bug> = {
  a: { name: 'call the terminal, then write it down' },
  // Terminals that are free: what comes late to a busy one is not taken.
  b: { name: '“not found” taken for “not charged”', settings: { quiescenceMs: 0, terminalsPerStore: 4 } },
  c: { name: 'asked again under another key' },
  // Many who begin at the same moment in the same store, where a terminal is free.
  d: {
    name: 'unique indexes of attempts dropped',
    settings: { stores: 2, terminalsPerStore: 12, thinkMs: 100 },
    sql: 'DROP INDEX attempt_one_per_order, attempt_one_per_terminal, attempt_one_per_user',
  },
  e: { name: 'outcome written without compare-and-set', settings: SLOW_SHOPPERS, isCalm: true },
  f: { name: 'cancel allowed while a payment is open' },
  g: { name: 'nobody takes up what a dead server left' },
  h: {
    name: 'stock taken again when an answer comes twice',
    settings: SLOW_SHOPPERS,
    isCalm: true,
    sql: 'ALTER TABLE stock_move DROP CONSTRAINT stock_move_order_line_id_kind_key',
  },
}
