import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OperationEvent } from '#domain/payments/operation.ts'
import type { Context } from '#server/platform/context.ts'
import { type RunningJob, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'
import type { OperationDriver, AnswerSource } from './operation-driver.ts'
import type { Operation, OperationRepository } from './operation-repository.ts'

const RENEW_MS = 1000
const RECOVER_MS = 1000
const CLOSE_TIMEOUT_MS = 3000

export type WorkerLead = {
  owner: string
  source: AnswerSource
  /** For an operation that was marked as sent when it began: until when (ms) this server may send it. */
  sendBefore?: number | undefined
}

type WorkerParts<Row extends Operation, Driver> = {
  /** In the names of the periodic jobs, and in the log. */
  name: 'payments' | 'refunds'
  repository: Pick<OperationRepository<Row, never, never, never>, 'renewLeases' | 'releaseLeases' | 'claimLapsed'>
  drive: (row: Row, lead: WorkerLead) => Driver
  /** Begins operations that are due without a request. */
  beginDue?: (owner: string) => Promise<Row[]>
}

/**
 * Drives operations of terminals to their outcomes, independently of clients: these may disconnect, and other servers take over
 * what this one leaves. Each operation is driven by the one server that holds its lease.
 */
export class OperationWorker<Row extends Operation, State, Outcome, Written> {
  readonly owner = randomUUID()
  readonly #context: Context
  readonly #parts: WorkerParts<Row, OperationDriver<Row, State, Outcome, Written>>
  readonly #drivers = new Map<number, OperationDriver<Row, State, Outcome, Written>>()
  readonly #jobs: RunningJob[]
  #isClosing = false

  constructor(context: Context, parts: WorkerParts<Row, OperationDriver<Row, State, Outcome, Written>>) {
    this.#context = context
    this.#parts = parts
    const { name } = parts
    this.#jobs = [
      startPeriodicJob(context, {
        name: `renewing the leases of ${name}`,
        work: () => this.#renew(),
        everyMs: RENEW_MS,
      }),
      startPeriodicJob(context, { name: `taking up ${name}`, work: () => this.recover(), everyMs: RECOVER_MS }),
    ]
  }

  get drivers(): ReadonlyMap<number, OperationDriver<Row, State, Outcome, Written>> {
    return this.#drivers
  }

  /** Drives an operation whose lease this server holds, until it has an outcome. After shutdown began, releases it instead. */
  async drive(
    row: Row,
    lead: Omit<WorkerLead, 'owner'>,
  ): Promise<OperationDriver<Row, State, Outcome, Written> | undefined> {
    if (this.#isClosing) await this.#releaseLeases()
    if (this.#isClosing || this.#drivers.has(row.id)) return undefined
    const driver = this.#parts.drive(row, { ...lead, owner: this.owner })
    this.#drivers.set(row.id, driver)
    void driver.done.then(() => this.#drivers.delete(row.id))
    return driver
  }

  dispatch(id: number, event: OperationEvent): void {
    this.#drivers.get(id)?.dispatch(event)
  }

  /** Takes over the operations that no server drives, and begins those that are due: at start, and periodically. */
  async recover(): Promise<void> {
    const { repository, beginDue } = this.#parts
    for (const row of await repository.claimLapsed(this.owner)) await this.drive(row, { source: 'recovery' })
    if (!beginDue || this.#isClosing) return
    for (const row of await beginDue(this.owner)) await this.drive(row, { source: 'live' })
  }

  /** Hands the operations back and stops driving. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const job of this.#jobs) job.stop()
    const drives = [...this.#drivers.values()].map(driver => driver.done)
    for (const driver of this.#drivers.values()) driver.leave()
    await Promise.race([Promise.allSettled(drives), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    await this.#releaseLeases()
  }

  async #releaseLeases(): Promise<void> {
    const { name, repository } = this.#parts
    await repository
      .releaseLeases(this.owner)
      .catch((error: unknown) =>
        this.#context.log.warn({ err: error }, `releasing the leases of ${name} failed: they will expire`),
      )
  }

  /** Renews the leases, reads which shoppers want to cancel, and releases operations that another server has taken over. */
  async #renew(): Promise<void> {
    if (this.#drivers.size === 0) return
    const renewed = await this.#parts.repository.renewLeases(this.owner, [...this.#drivers.keys()])
    for (const [id, driver] of this.#drivers) {
      const row = renewed.get(id)
      const cancelRequestedAt = row?.cancelRequestedAt?.getTime() ?? null
      const isSent = row?.isSent === true
      driver.dispatch({ kind: 'lease_renewed', isOurs: row !== undefined, isSent, cancelRequestedAt })
    }
  }
}
