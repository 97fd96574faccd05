import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseStartError } from '#server/platform/db/start-error.ts'
import { endLeftover } from './end-leftover.ts'
import { startPostmaster, type Postmaster, type ServerPlan } from './postmaster.ts'

// A killed server's processes hold its shared memory for a second or two; longer than this is another problem.
const FIRST_START_PATIENCE_MS = 15_000
const FAST_SHUTDOWN_MS = 20_000
const IMMEDIATE_SHUTDOWN_MS = 5_000
const LONGEST_PAUSE_MS = 2_000

export type Log = (line: string) => void
export type Supervisor = { stop(): Promise<void> }

/** Starts the server and restarts it whenever it dies. Throws DatabaseStartError when it doesn't start at all. */
export async function supervise(plan: ServerPlan, log: Log): Promise<Supervisor> {
  const state: State = { current: undefined, isStopping: false, pauseMs: 100 }
  const killWithUs = () => state.current?.signal('SIGINT')
  process.once('exit', killWithUs)
  await startFirst(plan, state, log)
  const watching = watch(plan, state, log)
  return {
    async stop() {
      state.isStopping = true
      await shutDown(state)
      await watching
      process.removeListener('exit', killWithUs)
    },
  }
}

type State = { current: Postmaster | undefined; isStopping: boolean; pauseMs: number }

async function startFirst(plan: ServerPlan, state: State, log: Log): Promise<void> {
  const deadline = Date.now() + FIRST_START_PATIENCE_MS
  while (!(await startOnce(plan, state, log))) {
    if (Date.now() > deadline) {
      throw new DatabaseStartError(`The database in ${plan.clusterDir} does not start:\n${plan.serverLog.lastLines(5)}`)
    }
    await pause(100)
  }
}

async function watch(plan: ServerPlan, state: State, log: Log): Promise<void> {
  for (;;) {
    const reason = await state.current?.ended
    if (state.isStopping) return
    log(`The database ended by itself (${reason}); starting it again.`)
    while (!state.isStopping && !(await startOnce(plan, state, log))) {
      await pause(state.pauseMs)
      state.pauseMs = Math.min(state.pauseMs * 1.5, LONGEST_PAUSE_MS)
    }
    if (!state.isStopping) log('The database is back.')
    state.pauseMs = 100
  }
}

/** True when it runs. A concurrent `stop` either finds the server in `state`, or prevents its start. */
async function startOnce(plan: ServerPlan, state: State, log: Log): Promise<boolean> {
  await endLeftover(plan.clusterDir, log)
  if (state.isStopping) return false
  state.current = startPostmaster(plan)
  return state.current.ready
}

/** PostgreSQL's fast shutdown ends its clients and writes everything out; immediate leaves that to the next start. */
async function shutDown({ current }: State): Promise<void> {
  if (!current) return
  const steps = [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
    ['SIGKILL', IMMEDIATE_SHUTDOWN_MS],
  ] as const
  for (const [signal, patienceMs] of steps) {
    current.signal(signal)
    if (await endsWithin(current, patienceMs)) return
  }
}

async function endsWithin(postmaster: Postmaster, patienceMs: number): Promise<boolean> {
  const giveUp = new AbortController()
  const late = pause(patienceMs, false, { signal: giveUp.signal }).catch(() => false)
  const inTime = await Promise.race([postmaster.ended.then(() => true), late])
  giveUp.abort()
  return inTime
}
