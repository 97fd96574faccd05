import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'

/** A clock that shows `from` at its start and is `factor` times as fast as a real one. */
export class FastClock {
  readonly #from: number
  readonly #since = Date.now()
  readonly #factor: number

  constructor(from: number, factor: number) {
    this.#from = from
    this.#factor = factor
  }

  now = (): Date => this.at(Date.now())

  /** What it shows at a real time. */
  at = (realMs: number): Date => new Date(this.#from + (realMs - this.#since) * this.#factor)

  /** Minutes of this clock in real milliseconds. */
  toRealMs = (minutes: number): number => (minutes * MINUTE_MS) / this.#factor

  /** Waits until it shows this time. */
  until = (time: number): Promise<void> => sleep(Math.max(0, (time - this.now().getTime()) / this.#factor))

  /** For the servers' preload (test/faults/planted-bugs/plantings.ts). */
  get environment(): NodeJS.ProcessEnv {
    return {
      FAULTS_BUG: 'fast-clock',
      FAST_CLOCK_FROM: String(this.#from),
      FAST_CLOCK_SINCE: String(this.#since),
      FAST_CLOCK_FACTOR: String(this.#factor),
    }
  }

  /** Makes it the clock of `now()` in the database. `clock_timestamp()`, by which leases are measured, shows the real time. */
  async setIn({ pool }: Pick<DatabaseHandle, 'pool'>): Promise<void> {
    const [from, since] = [this.#from, this.#since].map(ms => `TIMESTAMPTZ '${new Date(ms).toISOString()}'`)
    await pool.query(`CREATE SCHEMA fast;
      GRANT USAGE ON SCHEMA fast TO PUBLIC;
      CREATE FUNCTION fast.now() RETURNS timestamptz LANGUAGE sql STABLE
        RETURN ${from} + (pg_catalog.now() - ${since}) * ${this.#factor};
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, fast, pg_catalog', current_database()); END $$`)
  }
}
