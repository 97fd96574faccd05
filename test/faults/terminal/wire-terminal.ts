import { connect, type Socket } from 'node:net'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { toTerminalHealth } from '#domain/payments/terminal-health.ts'
import type { PaymentTerminal } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { TerminalCall } from './terminal-program.ts'

const ASK_PATIENCE_MS = 1500

/**
 * Replaces the test terminal in the servers of a fault run: the same guarantees, but payments go over a network to a terminal
 * with its own ledger. One connection per call.
 */
export function testTerminal({ inFlightMs }: { inFlightMs: number }): PaymentTerminal {
  const request = (asked: TerminalCall) => call(asked, AbortSignal.timeout(ASK_PATIENCE_MS))
  return {
    inFlightMs,
    resendIsIdempotent: true,
    start(payment, signal, hasLeft) {
      const answer = call({ op: 'pay', payment }, signal)
      hasLeft?.()
      return answer
    },
    status: payment => request({ op: 'status', payment }),
    cancel: async payment => void (await request({ op: 'cancel', payment })),
    refund(payment, refund, { hasLeft } = {}) {
      const answer = request({ op: 'refund', payment, refund })
      hasLeft?.()
      return answer
    },
    refundStatus: (payment, refund) => request({ op: 'refundStatus', payment, refund }),
    health: async () => toTerminalHealth('ready', 'a terminal of a fault run'),
  }
}

/** Any failure counts as unreachable. */
async function call(asked: TerminalCall, signal: AbortSignal): Promise<TerminalAnswer> {
  if (signal.aborted) return { kind: 'unreachable' }
  const socket = connect(Number(process.env['FAULTS_TERMINAL_PORT']), '127.0.0.1')
  const cut = () => socket.destroy()
  signal.addEventListener('abort', cut, { once: true })
  try {
    // Written at once, before the connection is established: nothing can happen between the decision to pay and the sending.
    socket.write(`${JSON.stringify(asked)}\n`)
    return await getAnswer(socket)
  } finally {
    signal.removeEventListener('abort', cut)
    socket.destroy()
  }
}

/** The first line of the response; unreachable when the connection ends before. */
function getAnswer(socket: Socket): Promise<TerminalAnswer> {
  const { promise, resolve } = Promise.withResolvers<TerminalAnswer>()
  let heard = ''
  socket.setEncoding('utf8').on('data', (piece: string) => {
    heard += piece
    // The terminal's program writes whole lines.
    if (heard.includes('\n')) resolve(JSON.parse(heard.slice(0, heard.indexOf('\n'))) as TerminalAnswer)
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => resolve({ kind: 'unreachable' }))
  return promise
}
