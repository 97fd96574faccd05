import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

type EmailContent = { to: string; text: string }

/** A local mail server and an SMS gateway, and the messages they received. Their refusals repeat the refused data, as many do. */
export async function openLetterBoxes(passwords: { smtp: string; sms: string }) {
  const letters: EmailContent[] = []
  const smtp = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, callback) => callback(null, { user: 'shop' }),
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.includes('refused') ? new Error(`550 no such reader <${address}>`) : null),
    onData: (stream, { envelope }, callback) =>
      void simpleParser(stream)
        .then(({ text = '' }) => envelope.rcptTo.forEach(({ address: to }) => letters.push({ to, text })))
        .finally(() => callback()),
  })
  await new Promise<void>(resolve => void smtp.listen(0, '127.0.0.1', resolve))
  async function takeSms(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = await readJson(request)
    const isRefused = message.to.endsWith('99')
    if (!isRefused) letters.push(message)
    response.writeHead(isRefused ? 400 : 200).end(JSON.stringify({ refused: message }))
  }
  const gateway = createServer((request, response) => void takeSms(request, response))
  await once(gateway.listen(0, '127.0.0.1'), 'listening')
  // Servers that listen on TCP have addresses of this type.
  const portOf = (address: unknown) => (address as AddressInfo).port
  return {
    smtpUrl: `smtp://shop:${passwords.smtp}@127.0.0.1:${portOf(smtp.server.address())}`,
    smsUrl: `http://shop:${passwords.sms}@127.0.0.1:${portOf(gateway.address())}/send`,
    /** The latest message to a recipient. */
    last: (to: string) => letters.findLast(letter => letter.to === to)?.text,
    async close(): Promise<void> {
      gateway.closeAllConnections()
      gateway.close()
      await new Promise<void>(resolve => smtp.close(resolve))
    },
  }
}

async function readJson(request: AsyncIterable<Buffer>): Promise<EmailContent> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  // Sent by the shop's own gateway adapter.
  return JSON.parse(Buffer.concat(parts).toString()) as EmailContent
}
