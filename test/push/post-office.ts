import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

/** An email as the mail server took it over. */
export type Arrived = { to: string; raw: string }

type PostOffice = {
  isHolding?: boolean
  thinkMs?: number
  port?: number
  /** Is awaited before an email is confirmed. */
  report?: (arrived: Arrived) => Promise<void>
}

/** A mail server that takes over every email; while `isHolding`, it never confirms one. */
export async function openPostOffice({ isHolding = false, thinkMs = 0, port: fixedPort = 0, report }: PostOffice = {}) {
  const state = { isHolding }
  const received: Arrived[] = []
  const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession, confirm: () => void) => {
    // The client died while it was sending: nothing arrived.
    const raw = await text(stream).catch(() => undefined)
    if (raw === undefined) return
    const arrived = session.envelope.rcptTo.map(({ address: to }) => ({ to, raw }))
    received.push(...arrived)
    if (report) await Promise.all(arrived.map(report))
    if (!state.isHolding) setTimeout(confirm, Math.random() * thinkMs)
  }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, confirm) => void receive(stream, session, confirm),
  })
  // A server that lost its client reports it as an error.
  smtp.on('error', () => undefined)
  await new Promise<void>(resolve => void smtp.listen(fixedPort, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this type.
  const { port } = smtp.server.address() as AddressInfo
  const close = () => new Promise<void>(resolve => smtp.close(resolve))
  return { url: `smtp://127.0.0.1:${port}`, state, received, close }
}
