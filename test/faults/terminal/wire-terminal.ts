import { connect, type Socket } from 'node:net'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { toTerminalHealth } from '#domain/payments/terminal-health.ts'
import type { PaymentTerminal } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { TerminalCall } from './terminal-program.ts'

const ASK_TIMEOUT_MS = 1500

/**
 * Replaces the test terminal in the servers of a fault run: the same guarantees, but payments go over a network to a terminal
 * with its own ledger. One connection per call.
 */
export function testTerminal({ inFlightMs }: { inFlightMs: number }): PaymentTerminal {
  const request = (input: TerminalCall) => call(input, AbortSignal.timeout(ASK_TIMEOUT_MS))
  return {
    inFlightMs,
    resendIsIdempotent: true,
    start(payment, signal, onSent) {
      const answer = call({ op: 'pay', payment }, signal)
      onSent?.()
      return answer
    },
    status: payment => request({ op: 'status', payment }),
    cancel: async payment => void (await request({ op: 'cancel', payment })),
    refund(payment, refund, { onSent } = {}) {
      const answer = request({ op: 'refund', payment, refund })
      onSent?.()
      return answer
    },
    refundStatus: (payment, refund) => request({ op: 'refundStatus', payment, refund }),
    health: async () => toTerminalHealth('ready', 'a terminal of a fault run'),
  }
}

/** Any failure counts as unreachable. */
async function call(input: TerminalCall, signal: AbortSignal): Promise<TerminalAnswer> {
  if (signal.aborted) return { kind: 'unreachable' }
  const socket = connect(Number(process.env['FAULTS_TERMINAL_PORT']), '127.0.0.1')
  const cut = () => socket.destroy()
  signal.addEventListener('abort', cut, { once: true })
  try {
    // Written at once, before the connection is established: nothing can happen between the decision to pay and the sending.
    socket.write(`${JSON.stringify(input)}\n`)
    return await receiveAnswer(socket)
  } finally {
    signal.removeEventListener('abort', cut)
    socket.destroy()
  }
}

/** The first line of the response; unreachable when the connection ends before. */
function receiveAnswer(socket: Socket): Promise<TerminalAnswer> {
  const { promise, resolve } = Promise.withResolvers<TerminalAnswer>()
  let received = ''
  socket.setEncoding('utf8').on('data', (piece: string) => {
    received += piece
    // The terminal's program writes whole lines.
    if (received.includes('\n')) resolve(JSON.parse(received.slice(0, received.indexOf('\n'))) as TerminalAnswer)
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => resolve({ kind: 'unreachable' }))
  return promise
}
