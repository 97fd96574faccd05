import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasEnded, startProgram } from './children.ts'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 20_000

export type ServerOptions = {
  number: number
  directory: string
  port: number
  env: NodeJS.ProcessEnv
  nodeArgs?: readonly string[] | undefined
}

/** One real server, `server/main.ts`, which can be killed, suspended, resumed and terminated; then it is started again. */
export class ServerProcess {
  readonly port: number
  readonly #options: ServerOptions
  #child: ChildProcess | undefined
  #isAsked = false
  #isStopped = false
  /** Unexpected exits: there must be none. */
  readonly selfExits: string[] = []
  readonly terminationsMs: number[] = []
  /** The checkout whose code it runs from its next start on; undefined: this one. */
  repository: string | undefined

  constructor(options: ServerOptions) {
    this.#options = options
    this.port = options.port
  }

  /** It runs, and neither a signal nor a start is in progress. */
  isUp = false

  async start(): Promise<void> {
    const { number, env, nodeArgs = [] } = this.#options
    this.#isAsked = false
    const child = startProgram({
      script: 'server/main.ts',
      repository: this.repository,
      nodeArgs: [...nodeArgs, '--import', './test/faults/preload.ts'],
      env: { ...env, HOST: '127.0.0.1', PORT: String(this.port) },
      logFile: this.#logFile,
    })
    this.#child = child
    child.once('exit', (code, signal) => this.#noteExit(code, signal))
    const lateMs = performance.now() + START_TIMEOUT_MS
    while (!(await this.#isReady())) {
      if (hasEnded(child)) return
      if (performance.now() > lateMs) throw new Error(`Server ${number} did not become ready`)
      await sleep(30)
    }
    this.isUp = true
  }

  /** kill -9, and a new process after this time. */
  async kill(downMs: number): Promise<void> {
    await this.#end('SIGKILL')
    await sleep(downMs)
    await this.start()
  }

  /** Like a deploy: SIGTERM, wait for the end, start again. */
  async restart(): Promise<void> {
    const began = performance.now()
    await this.#end('SIGTERM')
    this.terminationsMs.push(performance.now() - began)
    await this.start()
  }

  /** Suspends the process, like a machine that is suspended or starved; it wakes up with its old state. */
  async sleep(ms: number): Promise<void> {
    this.isUp = false
    this.#isStopped = true
    this.#child?.kill('SIGSTOP')
    await sleep(ms)
    this.#child?.kill('SIGCONT')
    this.#isStopped = false
    this.isUp = true
  }

  /** The pid of the current process. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  lastWords(): string {
    return readFileSync(this.#logFile, 'utf8').split('\n').slice(-15).join('\n')
  }

  get #logFile(): string {
    return join(this.#options.directory, `server-${this.#options.number}.log`)
  }

  async close(): Promise<void> {
    if (this.#isStopped) this.#child?.kill('SIGCONT')
    await this.#end('SIGTERM')
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.isUp = false
    this.#isAsked = true
    const child = this.#child
    if (!child || hasEnded(child)) return
    const gone = once(child, 'exit')
    child.kill(signal)
    const late = await Promise.race([gone, sleep(STOP_TIMEOUT_MS, 'late', { ref: false })])
    if (late !== 'late') return
    child.kill('SIGKILL')
    await gone
  }

  #noteExit(code: number | null, signal: string | null): void {
    if (this.#isAsked) return
    this.isUp = false
    this.selfExits.push(`server ${this.#options.number} ended by itself: ${signal ?? `exit code ${code}`}`)
    // As a service manager would.
    void sleep(500).then(() => this.start())
  }

  async #isReady(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.port}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
      answer => answer.ok,
      () => false,
    )
  }
}
