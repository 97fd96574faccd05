import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlainSettings } from '#domain/adapter-settings.ts'
import { firstMessage, startProgram } from '../world/children.ts'
import { readLedger, type LedgerLine } from './ledger.ts'

export type AttemptKey = { service_id: string; terminal_id: number }
/** `number`: which of the payment's refunds of this sum it is, those last that returned nothing. */
export type RefundKey = AttemptKey & { refund_key: string; amount_cents: number; number: number }

/** The terminals of a run, whatever their protocol. */
export type Terminals = {
  /** The port of a terminal. */
  getPort(terminalId: number): number
  /** The settings of a terminal that is reached through this port; undefined when it needs none. */
  settingsAt?: (terminalId: number, port: number) => PlainSettings
  /** The key of an attempt in the terminal's ledger. */
  getKey(attempt: AttemptKey): string
  /** The key of a refund in the terminal's ledger. */
  getRefundKey(refund: RefundKey): string
  /** All ledger entries of the terminals. */
  ledger(): LedgerLine[]
  /** Cuts the power for this long; the ledger is kept. */
  cutPower(downMs: number): Promise<void>
  /** The process that simulates them. */
  pid?: () => number | undefined
  close(): Promise<void>
}

export type TerminalsPlan = {
  directory: string
  seed: string
  thinkMs: number
  terminalIds: number[]
  fates?: { declineShare: number; cancelShare: number } | undefined
}

/** Terminals behind the servers' test payment. */
export async function openTestTerminals(options: TerminalsPlan): Promise<Terminals> {
  const file = join(options.directory, 'terminals.ledger')
  let times = 0
  const start = async (port: number): Promise<[ChildProcess, number]> => {
    const args = [file, `${options.seed}/${times++}`, String(port), String(options.thinkMs)]
    const logFile = join(options.directory, 'terminals.log')
    const child = startProgram({ script: 'test/faults/terminal/terminal-program.ts', args, logFile })
    return [child, await firstMessage<number>(child)]
  }
  let [child, port] = await start(0)
  return {
    getPort: () => port,
    getKey: attempt => attempt.service_id,
    getRefundKey: refund => `refund ${refund.refund_key}`,
    ledger: () => readLedger(file),
    async cutPower(downMs) {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await sleep(downMs)
      ;[child, port] = await start(port)
    },
    close: async () => void child.kill('SIGKILL'),
  }
}
