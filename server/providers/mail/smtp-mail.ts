import { createTransport } from 'nodemailer'
import type { Mail } from './mail.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 15_000

/** A relay on this very machine may speak in the clear: nobody else hears it. */
const isOwnMachine = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** `url`: smtp:// or smtps://, with user and password. `from`: what the reader sees as the sender. */
export function smtpMail({ url, from }: { url: string; from: string }): Mail & { close: () => void } {
  const transport = createTransport({
    url,
    pool: true,
    // Mails sign people in: a server that offers no TLS gets none of them, nor the password.
    requireTLS: !isOwnMachine(url),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // What a message holds is ours alone: nothing in it may make the library read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html, replyTo, attachments = [] }) {
      // As an object, so that no character in the address can add a second one.
      const answers = replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        ...answers,
        subject,
        text,
        html,
        attachments: attachments.map(({ name, type, base64 }) => ({
          filename: name,
          contentType: type,
          content: Buffer.from(base64, 'base64'),
        })),
      })
    },
    close: () => transport.close(),
  }
}
