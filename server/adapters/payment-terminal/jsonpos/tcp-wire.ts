import { connect, isIP, type Socket } from 'node:net'
import type { TerminalFinding } from '#domain/payments/terminal-health.ts'
import { encodeFrame, FrameDecoder } from './frames.ts'
import { findingOf } from './network-findings.ts'
import { unprotected, type PlainNetworks } from './plain-networks.ts'
import { WireError, type Wire, type WireEvents } from './wire.ts'

export type TcpTarget = { host: string; port: number; connectMs: number; networks: PlainNetworks }

const END_PATIENCE_MS = 2000

/** Messages as frames on a TCP connection that the shop opens to the terminal. */
export async function openTcpWire({ host, port, connectMs, networks }: TcpTarget, events: WireEvents): Promise<Wire> {
  // IP addresses are dialled without a lookup.
  if (isIP(host) && !networks.has(host)) throw unprotected()
  const socket = connect({ host, port, noDelay: true, lookup: networks.lookup })
  await connected(socket, connectMs)
  const decoder = new FrameDecoder()
  let why = 'the terminal closed the connection'
  let finding: TerminalFinding = 'connectionLost'
  const cut = () => void (socket.destroyed || socket.resetAndDestroy())
  socket.on('data', chunk => {
    try {
      for (const message of decoder.push(chunk)) events.onMessage(message)
    } catch (error) {
      why = String(error)
      finding = 'protocol'
      cut()
    }
  })
  socket.on('error', error => (why = error.message))
  socket.on('close', () => events.onClosed(why, finding))
  return {
    send: message => void (socket.writable && socket.write(encodeFrame(message))),
    end() {
      socket.end()
      // A terminal that does not close its side must not keep ours open.
      setTimeout(cut, END_PATIENCE_MS).unref()
    },
    // A reset discards unsent data, so that a purchase is not sent minutes later.
    cut,
  }
}

function connected(socket: Socket, connectMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = new WireError('connectTimeout', `no answer within ${connectMs} ms`)
    const patience = setTimeout(() => socket.destroy(late), connectMs)
    const fail = (error: Error) => {
      clearTimeout(patience)
      reject(error instanceof WireError ? error : new WireError(findingOf(error), error.message))
    }
    socket.once('error', fail)
    socket.once('connect', () => {
      clearTimeout(patience)
      socket.off('error', fail)
      resolve()
    })
  })
}
