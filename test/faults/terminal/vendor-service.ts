import { setTimeout as sleep } from 'node:timers/promises'
import type { PlainSettings } from '#domain/adapter-settings.ts'
import type { Chances } from '#test/faults/chances.ts'
import type { LedgerLine } from './ledger.ts'
import type { AttemptKey, RefundKey, Terminals } from './test-terminals.ts'

export const PHONE_SERVICES = ['mobilepay', 'paytrail'] as const
export const CARD_SERVICES = ['adyen', 'sumup'] as const
/** The services whose simulators join the stores' JSONPOS terminals. */
export const SERVICES = [...PHONE_SERVICES, ...CARD_SERVICES] as const
export type ServiceName = (typeof SERVICES)[number]

/** A payment service beside the stores' terminals, with its own record of what it took and returned. */
export type VendorService = {
  name: ServiceName
  /** Its terminals in the shop's database. */
  ids: ReadonlySet<number>
  port: number
  /** Its API takes a repeated request for a new one: only what TLS prevents would repeat it. */
  hasNoKeys?: true
  /** The shop's environment when it reaches the service at this origin. */
  environment: (origin: string) => NodeJS.ProcessEnv
  settingsAt: (terminalId: number) => PlainSettings
  getKey: (row: AttemptKey) => string
  getRefundKey: (row: RefundKey) => string
  ledger: () => LedgerLine[]
  /** Whether it fails by itself. */
  setFaults: (hasFaults: boolean) => void
  /** It answers nothing, or its terminals are dark, for this long. */
  fall: (downMs: number) => Promise<void>
  /** Where servers receive webhooks. */
  deliverTo?: (origin: string) => void
  /** Nothing is under way: no press of a shopper, no webhook. */
  isQuiet?: () => boolean
  /** Messages that break the published schema: there must be none. */
  invalid: readonly string[]
  close: () => Promise<void>
}

export type ServicePlan = { seed: string; thinkMs: number; terminalIds: readonly number[]; publicUrl: string }

const LATEST_ANSWER_MS = 2500

export type HttpFault = { act: 'lose_request' | 'lose_answer' | 'late' | number; ms?: number }

/** What a drawn name does to a call. */
export function toHttpFault(drawn: string, chances: Chances): HttpFault | undefined {
  if (drawn === 'nothing') return undefined
  if (drawn === 'late') return { act: 'late', ms: chances.between(100, LATEST_ANSWER_MS) }
  if (drawn === 'lose_request' || drawn === 'lose_answer') return { act: drawn }
  return { act: Number(drawn) }
}

/** FaultCounts what is under way. */
export class Pending {
  #count = 0

  get isNone(): boolean {
    return this.#count === 0
  }

  /** Waits, and then acts. */
  after(ms: number, act: () => void | Promise<void>): void {
    this.#count++
    void sleep(ms)
      .then(act)
      .finally(() => this.#count--)
  }
}

/** Adds services to the terminals: one ledger has all, and all lose power together. */
export function withServices(terminals: Terminals, services: readonly VendorService[]): Terminals {
  if (services.length === 0) return terminals
  const at = (terminalId: number) => services.find(({ ids }) => ids.has(terminalId))
  return {
    ...terminals,
    getPort: id => at(id)?.port ?? terminals.getPort(id),
    settingsAt: (id, port) => at(id)?.settingsAt(id) ?? terminals.settingsAt?.(id, port) ?? {},
    getKey: row => (at(row.terminal_id) ?? terminals).getKey(row),
    getRefundKey: row => (at(row.terminal_id) ?? terminals).getRefundKey(row),
    // In the order of time, so that what a later round adds comes last.
    ledger: () =>
      [...terminals.ledger(), ...services.flatMap(service => service.ledger())].toSorted(
        (one, other) => one.at - other.at,
      ),
    cutPower: async downMs =>
      void (await Promise.all([terminals.cutPower(downMs), ...services.map(service => service.fall(downMs))])),
    async close() {
      await Promise.all([terminals.close(), ...services.map(service => service.close())])
    },
  }
}
