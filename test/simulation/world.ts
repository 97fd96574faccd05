import type { AttemptState } from '#domain/payments/attempt-states.ts'
import type { Transition } from '#domain/payments/operation-machine.ts'
import type { OperationEffect, OperationEvent, Phase } from '#domain/payments/operation.ts'
import { transitionPayment, type PaymentOutcome } from '#domain/payments/payment-machine.ts'
import { transitionRefund, type RefundResult } from '#domain/payments/refund-machine.ts'
import type { RefundState } from '#domain/payments/refund-states.ts'
import type { ObservedResult } from '#test/faults/actors/notebook.ts'
import { Chances } from '#test/faults/chances.ts'
import type { ScanFact } from '#test/faults/checker/facts.ts'
import type { LedgerLine } from '#test/faults/terminal/ledger.ts'
import { Agenda } from './agenda.ts'
import { CardTerminal, CloudReader } from './card-terminal.ts'
import { drawClimate, type Climate } from './climate.ts'
import { DatabaseLine } from './database-line.ts'
import { openDatedGoods } from './dated-goods.ts'
import { MemoryRecalls } from './memory/memory-recalls.ts'
import { MemoryRefundRequests } from './memory/memory-refund-requests.ts'
import { MemoryRepository } from './memory/memory-repository.ts'
import { MemoryRows } from './memory/memory-rows.ts'
import { PhoneApp } from './phone-app.ts'
import { SimulatedAdmin } from './simulated-admin.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import { SimulatedServer } from './simulated-server.ts'
import { SimulatedShopper } from './simulated-shopper.ts'
import { operatePhone, standAt } from './terminal-customer.ts'
import { type Device, IN_FLIGHT_MS, TerminalWire, type Wire } from './terminal-wire.ts'
import { WebPages } from './web-pages.ts'

export type AdvancePayment = Transition<AttemptState, PaymentOutcome>
export type AdvanceRefund = Transition<RefundState, RefundResult>

/** The changes of a planted bug; empty for the unchanged shop. */
export type Bug = {
  advance?: AdvancePayment
  advanceRefund?: AdvanceRefund
  repository?: (rows: MemoryRows, terminalIds: readonly number[]) => MemoryRepository
  refunds?: (rows: MemoryRows) => MemoryRefundRequests
  recalls?: (rows: MemoryRows) => MemoryRecalls
  rows?: (now: () => number) => MemoryRows
  wire?: (wire: Wire, agenda: Agenda) => Wire
  inFlightMs?: number
  refundInFlightMs?: number
  /** Attempts of a dead server are never taken over. */
  recoversNothing?: true
  recoversNoRefunds?: true
  app?: typeof PhoneApp
  pages?: typeof WebPages
  /** A payment in an app counts as cancelled once that is requested. */
  believesCancellations?: true
}

type StepNoted = [
  owner: string,
  operation: string,
  event: OperationEvent,
  phase: Phase<unknown>['is'],
  effects: readonly OperationEffect<unknown, object>[],
]

type Options = {
  bug?: Bug
  story?: ((line: string) => void) | undefined
  /** One terminal, no app and no people: a test brings its own. */
  isEmpty?: boolean
}

const MIDNIGHT = Date.UTC(2026, 10, 1)

/** A shop that is fully determined by one seed: its people, servers, terminals and faults. */
export class World {
  readonly agenda = new Agenda(MIDNIGHT)
  readonly chances: Chances
  readonly climate: Climate
  readonly repository: MemoryRepository
  readonly refunds: MemoryRefundRequests
  readonly recalls: MemoryRecalls
  readonly database: DatabaseLine
  readonly wire: Wire
  readonly terminals: Device[]
  /** A third of the shops also take payments in an app. */
  readonly appId: number | undefined
  /** Half of the apps are a vendor's pages. */
  readonly pages: WebPages | undefined
  readonly believesCancellations: boolean
  readonly servers: SimulatedServer[]
  readonly userIds: number[]
  readonly ledger: LedgerLine[] = []
  readonly results: ObservedResult[] = []
  readonly scans: ScanFact[] = []
  /** Moments without any running server. */
  readonly darkTimes: number[] = []
  /** Orders that died while they were being paid. */
  readonly lostOrders = new Set<number>()
  readonly advance: AdvancePayment
  readonly advanceRefund: AdvanceRefund
  readonly inFlightMs: number
  readonly refundInFlightMs: number
  readonly recovers: boolean
  readonly recoversRefunds: boolean
  readonly #story: ((line: string) => void) | undefined
  isQuiet = false
  /** The number of state machine steps. */
  steps = 0

  constructor(seed: number, { bug = {}, story, isEmpty = false }: Options = {}) {
    const chances = new Chances(`payments ${seed}`)
    this.chances = chances.fork('servers')
    this.climate = drawClimate(chances)
    this.#story = story
    this.advance = bug.advance ?? transitionPayment
    this.advanceRefund = bug.advanceRefund ?? transitionRefund
    this.inFlightMs = bug.inFlightMs ?? IN_FLIGHT_MS
    this.refundInFlightMs = bug.refundInFlightMs ?? IN_FLIGHT_MS
    this.recovers = !bug.recoversNothing
    this.recoversRefunds = !bug.recoversNoRefunds
    const now = () => this.agenda.now
    const terminalIds = Array.from({ length: isEmpty ? 1 : 1 + chances.below(2) }, (_, index) => index + 1)
    const rows = bug.rows?.(now) ?? new MemoryRows(now)
    this.believesCancellations = bug.believesCancellations ?? false
    // A fork of its own: it must not change the draws of shops without an app.
    const appChances = chances.fork('app')
    this.appId = !isEmpty && appChances.isTrue(1 / 3) ? terminalIds.length + 1 : undefined
    if (this.appId !== undefined) rows.appIds.add(this.appId)
    const payIds = [...terminalIds, ...rows.appIds]
    this.repository = bug.repository?.(rows, payIds) ?? new MemoryRepository(rows, payIds)
    this.refunds = bug.refunds?.(rows) ?? new MemoryRefundRequests(rows)
    this.recalls = bug.recalls?.(rows) ?? new MemoryRecalls(rows)
    const Card = chances.fork('readers').isTrue(0.3) ? CloudReader : CardTerminal
    const cardTerminals = terminalIds.map(id => new Card(id, this.ledger, now))
    for (const terminal of cardTerminals) standAt(terminal, this, chances.fork(`terminal ${terminal.id}`))
    const isApp = bug.app !== undefined || this.believesCancellations
    const hasPages = bug.pages !== undefined || (!isApp && chances.fork('pages').isTrue(0.5))
    const App = hasPages ? (bug.pages ?? WebPages) : (bug.app ?? PhoneApp)
    const apps = [...rows.appIds].map(id => new App(id, this.ledger, now))
    for (const app of apps) operatePhone(app, this, appChances)
    this.pages = apps.find(app => app instanceof WebPages)
    this.terminals = [...cardTerminals, ...apps]
    this.database = new DatabaseLine(this, chances.fork('database'))
    const wire = new TerminalWire(this, chances.fork('wire'), this.terminals)
    this.wire = bug.wire?.(wire, this.agenda) ?? wire
    this.servers = Array.from(
      { length: 2 + chances.below(2) },
      (_, index) => new SimulatedServer(this, `server ${index + 1}`),
    )
    this.userIds = Array.from({ length: 1 + chances.below(4) }, (_, index) => index + 1)
    for (const server of this.servers) server.start()
    if (isEmpty) return
    // A fork, as of the app.
    const lotChances = chances.fork('lots')
    if (lotChances.isTrue(1 / 3)) openDatedGoods(this, lotChances)
    for (const userId of this.userIds) new SimulatedShopper(this, userId, chances.fork(`shopper ${userId}`)).comeIn()
    new SimulatedAdmin(this, chances.fork('admin')).comeIn()
  }

  /** A running server; undefined when there is none. */
  someServer(): SimulatedServer | undefined {
    const up = this.servers.filter(server => server.process.isUp)
    return up.length === 0 ? undefined : this.chances.pick(up)
  }

  /** Before each effect a server may die: returns true when it did. */
  strikes(process: SimulatedProcess): boolean {
    if (process.isDown) return true
    if (this.isQuiet || !this.chances.isTrue(this.climate.deathAtStep)) return false
    this.servers.find(server => server.process === process)?.die()
    return true
  }

  /** From now on nothing more goes wrong; late messages still arrive. */
  clearFaults(): void {
    this.log(() => 'it gets quiet')
    this.isQuiet = true
    this.database.clearFaults()
    this.database.restart()
    this.wire.clearFaults()
    for (const terminal of this.terminals) terminal.restorePower()
    for (const server of this.servers) {
      server.process.wake()
      server.start()
    }
  }

  noteStep(describe: () => StepNoted): void {
    this.steps++
    this.log(() => {
      const [owner, operation, event, phase, effects] = describe()
      const does = effects.map(effect => `, ${formatEvent(effect)}`).join('')
      return `${owner} ${operation}: ${formatEvent(event)} → ${phase}${does}`
    })
  }

  log(line: () => string): void {
    this.#story?.(`${((this.agenda.now - MIDNIGHT) / 1000).toFixed(3).padStart(8)} s  ${line()}`)
  }
}

const formatEvent = ({ kind, ...more }: OperationEvent | OperationEffect<unknown, object>) => {
  const rest = Object.values(more).map(value => (typeof value === 'string' ? value : JSON.stringify(value)))
  return [kind, ...rest].join(' ')
}
