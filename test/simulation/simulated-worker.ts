import type { OperationEvent } from '#domain/payments/operation.ts'
import type {
  Operation,
  OperationRepository,
  RenewedLease,
} from '#server/modules/payments/terminal-operations/operation-repository.ts'
import type { Work, Works } from './memory/memory-orders.ts'
import type { Source } from './memory/memory-rows.ts'
import type { SimulatedDrive } from './simulated-drive.ts'
import type { SimulatedProcess } from './simulated-process.ts'

/** Passes on the result in this life of the server; undefined when the database failed. */
export type Transact = <T>(work: Work<T>, dispatch: (result: T | undefined) => void) => void

export type Lead = {
  source: Exclude<Source, 'admin'>
  /** For an operation that was marked as sent when it began: until when (ms) this server may send it. */
  sendBefore?: number | undefined
}

type Parts<Row extends Operation, State, Outcome, Written> = {
  process: SimulatedProcess
  transact: Transact
  repository: Works<
    Pick<OperationRepository<Row, never, never, never>, 'renewLeases' | 'releaseLeases' | 'claimLapsed'>
  > & { hasLapsed: () => boolean }
  drive: (row: Row, lead: Lead) => { drive: SimulatedDrive<Row, State, Outcome, Written>; first: OperationEvent }
  /** False for a planted bug: nothing of a dead server is taken over. */
  recovers: boolean
  /** Begins operations that are due without a request; undefined when none are. */
  beginDue?: (owner: string) => Work<Row[]> | undefined
}

/** The OperationWorker of server/modules/payments/terminal-operations/operation-worker.ts in virtual time. */
export class SimulatedWorker<Row extends Operation, State, Outcome, Written> {
  readonly #parts: Parts<Row, State, Outcome, Written>
  readonly #leased = new Map<number, SimulatedDrive<Row, State, Outcome, Written>>()
  #isClosing = false

  constructor(parts: Parts<Row, State, Outcome, Written>) {
    this.#parts = parts
  }

  get drives(): ReadonlyMap<number, SimulatedDrive<Row, State, Outcome, Written>> {
    return this.#leased
  }

  /** Whether any waits in its terminal's queue. */
  get hasQueued(): boolean {
    for (const drive of this.#leased.values()) if (drive.isQueued) return true
    return false
  }

  start(): void {
    this.#isClosing = false
  }

  /** Renews its leases, claims what no server drives, and begins what is due. */
  tick(): void {
    const { repository, transact, process, recovers, beginDue } = this.#parts
    const { owner } = process
    if (this.#leased.size > 0)
      transact(repository.renewLeases(owner, [...this.#leased.keys()]), renewed => renewed && this.#renewed(renewed))
    // Claiming changes nothing when nothing has expired.
    if (recovers && repository.hasLapsed())
      transact(repository.claimLapsed(owner), lapsed =>
        lapsed?.forEach(row => this.runStep(row, { source: 'recovery' })),
      )
    const due = beginDue?.(owner)
    if (due) transact(due, started => started?.forEach(row => this.runStep(row, { source: 'live' })))
  }

  #renewed(renewed: Map<number, RenewedLease>): void {
    for (const [id, drive] of this.#leased) {
      const row = renewed.get(id)
      const cancelRequestedAt = row?.cancelRequestedAt?.getTime() ?? null
      const isSent = row?.isSent === true
      drive.dispatch({ kind: 'lease_renewed', isOurs: row !== undefined, isSent, cancelRequestedAt })
    }
  }

  runStep(row: Row, lead: Lead): void {
    const { process } = this.#parts
    if (this.#isClosing) return this.releaseLeases(() => undefined)
    if (process.isDown || this.#leased.has(row.id)) return
    const { drive, first } = this.#parts.drive(row, lead)
    this.#leased.set(row.id, drive)
    drive.whenDone(() => this.#leased.delete(row.id))
    drive.dispatch(first)
  }

  dispatch(id: number, event: OperationEvent): void {
    this.#leased.get(id)?.dispatch(event)
  }

  close(): void {
    this.#isClosing = true
    for (const drive of this.#leased.values()) drive.dispatch({ kind: 'release' })
  }

  releaseLeases(done: () => void): void {
    const { transact, repository, process } = this.#parts
    transact(repository.releaseLeases(process.owner), done)
  }

  /** The process has ended. */
  forget(): void {
    this.#leased.clear()
  }
}
