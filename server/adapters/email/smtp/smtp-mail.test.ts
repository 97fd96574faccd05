import type { AddressInfo } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server'
import { expect, test } from 'vitest'
import { mailConformance, type MailUnderTest } from '#server/adapters/email/conformance.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { loggableError } from '#server/platform/log/loggable-error.ts'
import { smtpMail } from './smtp-mail.ts'

type Received = MailMessage & {
  from: string
  headers: ParsedMail['headers']
  files: { name: string | undefined; type: string; bytes: Buffer }[]
}

/** A real SMTP server on loopback that requires a password, and what it received: one message per recipient. */
async function openSmtpServer(host = '127.0.0.1', { offersTls = false, isOpen = false } = {}) {
  const received: Received[] = []
  const connections: string[] = []
  const logins: { username?: string | null | undefined; password?: string | null | undefined }[] = []
  const receive = async (stream: SMTPServerDataStream, { rcptTo }: SMTPServerEnvelope, session: string) => {
    const { subject = '', text = '', html, from, headers, attachments } = await simpleParser(stream)
    const files = attachments.map(({ filename, contentType, content }) => ({
      name: filename,
      type: contentType,
      bytes: content,
    }))
    for (const { address } of rcptTo) {
      connections.push(session)
      received.push({ to: address, subject, text, html: html || '', from: from?.text ?? '', headers, files })
    }
  }
  const server = new SMTPServer({
    allowInsecureAuth: true,
    // STARTTLS uses a self-signed certificate.
    disabledCommands: [...(offersTls ? [] : ['STARTTLS']), ...(isOpen ? ['AUTH'] : [])],
    authOptional: isOpen,
    onAuth: ({ username, password }, _session, callback) => {
      logins.push({ username, password })
      callback(null, { user: username })
    },
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.startsWith('refused') ? new Error(`550 no such reader ${address}`) : null),
    onData: (stream, { envelope, id }, callback) => void receive(stream, envelope, id).finally(() => callback()),
  })
  await new Promise<void>(resolve => void server.listen(0, host, () => resolve()))
  // A server that listens on TCP has an AddressInfo.
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>(resolve => server.close(resolve))
  const credentials = isOpen ? '' : 'user:p%40ss@'
  return { received, connections, logins, port, url: `smtp://${credentials}${host}:${port}`, close }
}

const open = async (): Promise<MailUnderTest> => {
  const server = await openSmtpServer()
  const mail = smtpMail({ url: server.url, from: 'Puoti <puoti@puoti.example>' })
  return {
    mail,
    received: async () => server.received.map(({ to, subject, text, html }) => ({ to, subject, text, html })),
    close: async () => {
      mail.close()
      await server.close()
    },
  }
}

mailConformance('SMTP', open)

const MESSAGE = { to: 'aino@puoti.example', subject: 'Hello', text: 'Text', html: '<p>Text</p>' }

test('the client signs in with the URL’s credentials, and sends as the configured sender', async () => {
  const server = await openSmtpServer()
  const mail = smtpMail({ url: server.url, from: 'Puoti, kylän kauppa <puoti@puoti.example>' })
  await mail.send(MESSAGE)
  expect(server.logins).toEqual([{ username: 'user', password: 'p@ss' }])
  expect(server.received[0]?.from).toContain('puoti@puoti.example')
  mail.close()
  await server.close()
})

test('an email declares that no person sent it, so that absence notices do not answer it', async () => {
  const server = await openSmtpServer()
  const mail = smtpMail({ url: server.url, from: 'puoti@puoti.example' })
  await mail.send(MESSAGE)
  expect(server.received[0]?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(server.received[0]?.headers.get('x-auto-response-suppress')).toBe('OOF, AutoReply')
  mail.close()
  await server.close()
})

test('an email has the button that stops such emails, and the same Message-ID whenever it is sent', async () => {
  const server = await openSmtpServer()
  const mail = smtpMail({ url: server.url, from: 'Puoti <puoti@puoti.example>' })
  const unsubscribe = 'https://puoti.example/stop-letters/evening-1001-a_b'
  await mail.send({ ...MESSAGE, unsubscribe, key: 'a_b-1' })
  await mail.send({ ...MESSAGE, unsubscribe, key: 'a_b-1' })
  await mail.send(MESSAGE)
  const [first, again, other] = server.received.map(({ headers }) => headers)
  expect(first?.get('message-id')).toBe('<a_b-1@puoti.example>')
  expect(again?.get('message-id')).toBe('<a_b-1@puoti.example>')
  expect(first?.get('list')).toMatchObject({
    unsubscribe: { url: unsubscribe },
    'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' },
  })
  expect(other?.get('message-id')).not.toContain('a_b-1')
  expect(other?.has('list')).toBe(false)
  mail.close()
  await server.close()
})

test('sending throws when the server refuses the recipient, so that the job is retried', async () => {
  const server = await openSmtpServer()
  const mail = smtpMail({ url: server.url, from: 'puoti@puoti.example' })
  await expect(mail.send({ ...MESSAGE, to: 'refused@puoti.example' })).rejects.toThrow()
  mail.close()
  await server.close()
})

test('the server is not ready where nobody listens, with a reason', async () => {
  const mail = smtpMail({ url: 'smtp://user:secret@127.0.0.1:2', from: 'puoti@puoti.example' })
  const { ok, reason } = await mail.health()
  expect({ ok, reason }).toEqual({ ok: false, reason: expect.stringMatching(/^127\.0\.0\.1:2: ESOCKET/) })
  expect(reason).not.toContain('secret')
  mail.close()
})

test('a remote server that offers no TLS gets neither the email nor the password', async () => {
  // Another address of this machine, which is not exempt.
  const server = await openSmtpServer('127.0.0.2')
  const mail = smtpMail({ url: server.url, from: 'puoti@puoti.example' })
  await expect(mail.send(MESSAGE)).rejects.toThrow()
  expect(server.received).toEqual([])
  expect(server.logins).toEqual([])
  mail.close()
  await server.close()
})

test('a local relay without sign-in works, whatever certificate it offers', async () => {
  const server = await openSmtpServer('127.0.0.1', { offersTls: true, isOpen: true })
  const mail = smtpMail({ url: server.url, from: 'puoti@puoti.example' })
  await mail.send(MESSAGE)
  expect(server.received).toHaveLength(1)
  mail.close()
  await server.close()
})

test('the password is sent only with a trusted certificate, and the error names server and reason', async () => {
  const server = await openSmtpServer('127.0.0.1', { offersTls: true })
  const mail = smtpMail({ url: server.url, from: 'puoti@puoti.example' })
  await expect(mail.send(MESSAGE)).rejects.toMatchObject({
    reason: expect.stringMatching(new RegExp(`^127\\.0\\.0\\.1:${server.port}: ESOCKET.*certificate`)),
  })
  expect(server.logins).toEqual([])
  mail.close()
  await server.close()
})

test.each([
  ['unverified', { offersTls: true }],
  ['off', { offersTls: false }],
] as const)('with PUOTI_SMTP_TLS=%s a server gets emails and password that would not without', async (tls, offers) => {
  // Another address of this machine, which is not exempt.
  const server = await openSmtpServer('127.0.0.2', offers)
  const strict = smtpMail({ url: server.url, from: 'puoti@puoti.example', tls: 'verified' })
  await expect(strict.send(MESSAGE)).rejects.toThrow()
  expect(server.logins).toEqual([])
  const mail = smtpMail({ url: server.url, from: 'puoti@puoti.example', tls })
  await mail.send(MESSAGE)
  expect([server.received.length, server.logins.length]).toEqual([1, 1])
  strict.close()
  mail.close()
  await server.close()
})

test('with PUOTI_SMTP_TLS=unverified a server without TLS gets neither the email nor the password', async () => {
  const server = await openSmtpServer()
  const mail = smtpMail({ url: server.url, from: 'puoti@puoti.example', tls: 'unverified' })
  await expect(mail.send(MESSAGE)).rejects.toThrow()
  expect([server.received.length, server.logins.length]).toEqual([0, 0])
  mail.close()
  await server.close()
})

test('an error names server and reason, but not the recipient', async () => {
  const server = await openSmtpServer()
  const mail = smtpMail({ url: server.url, from: 'puoti@puoti.example' })
  const refused = await mail.send({ ...MESSAGE, to: 'refused@puoti.example' }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ reason: `127.0.0.1:${server.port}: EENVELOPE 550` })
  expect(JSON.stringify(loggableError(refused))).not.toContain('refused@')
  await server.close()
  const gone = smtpMail({ url: server.url, from: 'puoti@puoti.example' })
  await expect(gone.send(MESSAGE)).rejects.toMatchObject({
    reason: `127.0.0.1:${server.port}: ESOCKET connect ECONNREFUSED 127.0.0.1:${server.port}`,
  })
  mail.close()
  gone.close()
})

test('a connection sends few emails, because servers delay the tenth and later ones', async () => {
  const server = await openSmtpServer()
  const mail = smtpMail({ url: server.url, from: 'puoti@puoti.example' })
  await Promise.all(Array.from({ length: 60 }, () => mail.send(MESSAGE)))
  expect(server.received).toHaveLength(60)
  const each = Object.values(Object.groupBy(server.connections, id => id)).map(mails => mails?.length ?? 0)
  expect(Math.max(...each)).toBeLessThanOrEqual(8)
  mail.close()
  await server.close()
})

test('sending throws when there is no server', async () => {
  const server = await openSmtpServer()
  await server.close()
  const mail = smtpMail({ url: server.url, from: 'puoti@puoti.example' })
  await expect(mail.send(MESSAGE)).rejects.toThrow()
  mail.close()
})

test('texts are neither expanded as templates nor read as files', async () => {
  const server = await openSmtpServer()
  const mail = smtpMail({ url: server.url, from: 'puoti@puoti.example' })
  await mail.send({ ...MESSAGE, subject: '{{7*7}} ${7*7} <%= 7 %>', text: 'file:///etc/passwd' })
  expect(server.received[0]).toMatchObject({ subject: '{{7*7}} ${7*7} <%= 7 %>' })
  expect(server.received[0]?.text.trim()).toBe('file:///etc/passwd')
  mail.close()
  await server.close()
})

test('attachments arrive byte for byte', async () => {
  const server = await openSmtpServer()
  const mail = smtpMail({ url: server.url, from: 'puoti@puoti.example' })
  const bytes = Buffer.from('%PDF-1.3 \u0000\u00ff Åäö')
  const attachments = [{ name: 'receipt-1003.pdf', type: 'application/pdf', base64: bytes.toString('base64') }]
  await mail.send({ ...MESSAGE, attachments })
  expect(server.received[0]?.files).toEqual([{ name: 'receipt-1003.pdf', type: 'application/pdf', bytes }])
  mail.close()
  await server.close()
})
