import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

type EmailContent = { to: string; text: string }

/** A local mail server and SMS gateways (46elks has no credit, Twilio takes what it refuses), and the messages they received. Their refusals repeat the refused data, as many do. */
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
  async function receiveSms(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request)
    const refused = { refused: Object.fromEntries(form), keys: request.headers.authorization }
    if (request.url === '/a1/sms') return void response.writeHead(403).end(JSON.stringify(refused))
    const [to, text] = [form.get('To') ?? '', form.get('Body') ?? '']
    const isRefused = to.endsWith('99')
    if (!isRefused) letters.push({ to, text })
    const error = { ...refused, code: 21606, message: `${to} ${text}` }
    response.writeHead(isRefused ? 400 : 201).end(JSON.stringify(isRefused ? error : { status: 'queued' }))
  }
  const gateway = createServer((request, response) => void receiveSms(request, response))
  await once(gateway.listen(0, '127.0.0.1'), 'listening')
  // Servers that listen on TCP have addresses of this type.
  const getPort = (address: unknown) => (address as AddressInfo).port
  return {
    smtpUrl: `smtp://shop:${passwords.smtp}@127.0.0.1:${getPort(smtp.server.address())}`,
    smsUrl: `http://shop:${passwords.sms}@127.0.0.1:${getPort(gateway.address())}/send`,
    /** Of 46elks and Twilio. */
    smsApi: `http://127.0.0.1:${getPort(gateway.address())}`,
    /** The latest message to a recipient. */
    last: (to: string) => letters.findLast(letter => letter.to === to)?.text,
    async close(): Promise<void> {
      gateway.closeAllConnections()
      gateway.close()
      await new Promise<void>(resolve => smtp.close(resolve))
    },
  }
}

async function readForm(request: AsyncIterable<Buffer>): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return new URLSearchParams(Buffer.concat(parts).toString())
}
