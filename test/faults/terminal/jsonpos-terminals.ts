import { join } from 'node:path'
import { transactionIds } from '#server/adapters/payment-terminal/jsonpos/answers.ts'
import type { JsonposSettings } from '#server/adapters/payment-terminal/jsonpos/settings.ts'
import { Chances } from '#test/faults/chances.ts'
import type { LedgerLine as JsonposLine } from '#test/terminals/ledger.ts'
import { runSimulator } from '#test/terminals/run-simulator.ts'
import type { LedgerLine } from './ledger.ts'
import type { Terminals, TerminalsPlan } from './test-terminals.ts'

const SECRETS = { api_key: 'simulated-api-key', user: 'shop', password: 'simulated-password' }
/** One terminal in this many uses WebSocket, as through a vendor's cloud; the others use TCP. */
const WEB_SOCKET_EVERY = 3

/** Terminals that use JSONPOS, like real ones, in the simulator's process. */
export async function openJsonposTerminals({
  directory,
  seed,
  thinkMs,
  terminalIds,
  fates = { declineShare: 0.1, cancelShare: 0.08 },
}: TerminalsPlan): Promise<Terminals> {
  const auto = { afterMs: thinkMs, ...fates, seed: new Chances(seed).below(1_000_000) }
  const simulator = await runSimulator({
    terminals: terminalIds,
    auto,
    ledgerFile: join(directory, 'terminals.ledger'),
    ...SECRETS,
  })
  const { webSocketPort } = simulator.ready
  const ports = new Map(simulator.ready.terminals.map(({ id, port }) => [id, port]))
  return {
    pid: () => simulator.pid(),
    getPort: terminalId => (isOnWebSocket(terminalId) ? webSocketPort : (ports.get(terminalId) ?? 0)),
    settingsAt,
    getKey: ({ service_id, terminal_id }) => formatKey(terminal_id, transactionIds(service_id)),
    getRefundKey: ({ refund_key, terminal_id }) => formatKey(terminal_id, transactionIds(`refund ${refund_key}`)),
    ledger: () => toLedgerLines(simulator.ledger()),
    // They are back as soon as they have read their ledger, which determines the time.
    cutPower: () => simulator.killAndRestart(),
    close: () => simulator.close(),
  }
}

const isOnWebSocket = (terminalId: number) => terminalId % WEB_SOCKET_EVERY === 0

function settingsAt(terminalId: number, port: number): JsonposSettings {
  const { api_key, user, password } = SECRETS
  if (!isOnWebSocket(terminalId)) return { transport: 'tcp', host: '127.0.0.1', port: String(port), api_key }
  const url = `ws://127.0.0.1:${port}/terminal/${terminalId}/jsonpos`
  return { transport: 'websocket', url, user, password, api_key }
}

const formatKey = (terminalId: number, { receipt_id, sequence_id }: { receipt_id: number; sequence_id: number }) =>
  `${terminalId} ${receipt_id} ${sequence_id}`

function toLedgerLines(lines: JsonposLine[]): LedgerLine[] {
  const paid = new Map(lines.map(line => [line.transaction_id, formatKey(line.terminal, line)]))
  return lines.map(line => ({
    ...toLedgerLine(line),
    ...(line.refundedId && { refundedKey: paid.get(line.refundedId) ?? line.refundedId }),
  }))
}

function toLedgerLine(line: JsonposLine): LedgerLine {
  const event = { started: 'received', approved: 'approved', failed: 'declined' } as const
  return {
    at: Date.parse(line.at),
    serviceId: formatKey(line.terminal, line),
    terminalId: line.terminal,
    amountCents: line.amount,
    event: event[line.event],
  }
}
