import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { TransactionIds } from '#server/adapters/payment-terminal/jsonpos/answers.ts'
import { makeRunDirectory } from '#test/files/run-directory.ts'
import type { Press } from './card-machine.ts'
import type { Fault } from './faults.ts'
import type { LedgerLine } from './ledger.ts'
import type { AutoOptions, Ready, simulatorOptions } from './simulator-options.ts'

const PROGRAM = join(import.meta.dirname, 'simulator.ts')
type Options = z.input<typeof simulatorOptions>

/** Terminals in a child process, on free ports, with a ledger that is kept until `close`. */
export async function runSimulator(options: Partial<Options> = {}) {
  const directory = makeRunDirectory('terminals')
  const { ledgerFile = join(directory, 'ledger.jsonl') } = options
  const ports = { tcpPort: 0, webSocketPort: 0, controlPort: 0 }
  let running = await startProgram({ ...ports, ...options, ledgerFile })
  const { ready } = running

  const control = async (path: string, body: object = {}) => {
    const response = await fetch(`http://127.0.0.1:${ready.controlPort}/terminals/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.status
  }
  return {
    ready,
    pid: () => running.pid,
    /** Waits until the transaction is shown to the shopper. */
    async shown({ receipt_id, sequence_id }: TransactionIds) {
      const isIt = (current: LedgerLine | null) =>
        current?.receipt_id === receipt_id && current.sequence_id === sequence_id
      while (!(await terminals(ready)).some(({ current }) => isIt(current))) await sleep(5)
    },
    /** Waits until every fault has been applied. */
    async faultsMet(id: number) {
      while ((await terminals(ready)).some(each => each.id === id && each.faults > 0)) await sleep(5)
    },
    press: (id: number, what: Press, code?: string) => control(`${id}/press/${what}`, { code }),
    fault: (id: number, fault: Fault) => control(`${id}/faults`, fault),
    noFaults: (id: number) => control(`${id}/no-faults`),
    mute: (id: number, isMute: boolean) => control(`${id}/${isMute ? 'mute' : 'hear'}`),
    /** Refuses refunds with a code, or accepts them again. */
    refuseRefunds: (id: number, code?: string) => control(`${id}/refunds`, { code }),
    cut: (id: number) => control(`${id}/cut`),
    power: (id: number, power: { on: boolean; offMs?: number }) => control(`${id}/power`, power),
    auto: (id: number, auto: Partial<AutoOptions> & { afterMs: number }) => control(`${id}/auto`, auto),
    /** The lines on disk. */
    ledger: (): LedgerLine[] =>
      readFileSync(ledgerFile, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line): LedgerLine => JSON.parse(line)),
    /** Like a power cut of all terminals: at once, and back on the same ports with the same ledger. */
    async killAndRestart() {
      await running.kill()
      const { webSocketPort, controlPort } = ready
      const tcpPorts = ready.terminals.map(({ port }) => port)
      running = await startProgram({ ...options, tcpPorts, webSocketPort, controlPort, ledgerFile })
    },
    async close() {
      await running.kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
export type Simulator = Awaited<ReturnType<typeof runSimulator>>

type TerminalState = { id: number; faults: number; current: LedgerLine | null }

async function terminals({ controlPort }: Ready): Promise<TerminalState[]> {
  const response = await fetch(`http://127.0.0.1:${controlPort}/terminals`)
  // The simulator belongs to this repository, so the type is right.
  return (await response.json()) as TerminalState[]
}

type Running = { ready: Ready; pid: number | undefined; kill: () => Promise<void> }

async function startProgram(options: Partial<Options>): Promise<Running> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(options)], {
    // The child uses the channel only to notice when this process ends.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const endWithUs = () => void child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  const lines = createInterface({ input: child.stdout! }) // a pipe, as configured above
  const line = await Promise.race([
    once(lines, 'line'),
    ended.then(() => Promise.reject(new Error('it did not start'))),
  ])
  const ready: Ready = JSON.parse(String(line))
  return {
    ready,
    pid: child.pid,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
