import { createTransport } from 'nodemailer'
import type { SettingsOf } from '#domain/adapter-settings.ts'
import type { SMTP } from '#domain/messaging/carriers/smtp.ts'
import type { MailProvider } from '#server/adapters/email/email.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 15_000
/** Debian's Exim queues messages after the tenth of a connection for half an hour, longer than a login link is valid. */
const MAX_PER_CONNECTION = 8

/** A relay on this machine may be used without encryption, since the traffic does not leave the machine. */
const isOwnMachine = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** A relay on this machine without a password: STARTTLS would protect nothing, and its certificate identifies no host. */
const isOpenRelay = (url: string): boolean => isOwnMachine(url) && new URL(url).username === ''

type SmtpSettings = SettingsOf<(typeof SMTP)['settings']>
/** `verified`: TLS with a trusted certificate; `unverified`: TLS with any certificate; `off`: none. */
type SmtpTls = SmtpSettings['tls']

/** Emails contain sign-in links: unless TLS is `off`, a remote server without TLS gets no email and no password. */
function tlsOptions(url: string, tls: SmtpTls) {
  if (tls === 'off' || (tls === undefined && isOpenRelay(url))) return { ignoreTLS: true }
  const requireTLS = tls !== undefined || !isOwnMachine(url)
  return { requireTLS, ...(tls === 'unverified' && { tls: { rejectUnauthorized: false } }) }
}

/** `reason` may be shown: server and fault. Replies about a recipient may repeat the address, so only their code is kept. */
class MailNotSentError extends Error {
  override readonly name = 'MailNotSentError'
  readonly reason: string
  readonly arrival: 'not yet' | 'never' | undefined
  constructor(reason: string, arrival?: 'not yet' | 'never') {
    super(reason)
    this.reason = reason
    this.arrival = arrival
  }
}

/** Faults before the server had received the message. */
const BEFORE_THE_MESSAGE = ['EDNS', 'EAUTH', 'ETLS', 'ECONNECTION']

/** The state of the email after an error: a server that refused it did not take it over. */
function getArrival(error: Error, code: string): 'not yet' | 'never' | undefined {
  if ('responseCode' in error && typeof error.responseCode === 'number' && code !== 'EAUTH')
    return error.responseCode < 500 ? 'not yet' : 'never'
  const isConnecting = 'command' in error && error.command === 'CONN'
  return isConnecting || BEFORE_THE_MESSAGE.includes(code) ? 'not yet' : undefined
}

const OF_A_MESSAGE = ['EENVELOPE', 'EMESSAGE', 'EMAXRECIPIENTS', 'ESTREAM']
const MAX_WORDS_LENGTH = 200

function notSent(url: string, error: unknown): MailNotSentError {
  const { protocol, hostname, port } = new URL(url)
  const server = `${hostname}:${port || (protocol === 'smtps:' ? '465' : '587')}`
  if (!(error instanceof Error)) return new MailNotSentError(`${server}: unknown`)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const answer = 'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : ''
  const words = error.message.replaceAll(/\S+@\S+/g, '…').slice(0, MAX_WORDS_LENGTH)
  const isOfMessage = answer !== '' ? code !== 'EAUTH' : OF_A_MESSAGE.includes(code)
  return new MailNotSentError(`${server}: ${code}${answer}${isOfMessage ? '' : ` ${words}`}`, getArrival(error, code))
}

/** Absence notices must not answer the shop: RFC 3834, and Microsoft's header, since Exchange ignores the former. */
const AUTOMATIC_HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' }

/** RFC 2369, and RFC 8058: mail programs show a button, which posts to the address. */
const unsubscribeHeaders = (address: string | undefined) =>
  address === undefined
    ? {}
    : { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const senderHost = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'

type SmtpOptions = Pick<SmtpSettings, 'from'> & { url: string; tls?: SmtpTls | undefined }

/** `url`: smtp:// or smtps://, with user and password. `from`: the displayed sender. `tls`: undefined for the rule of the URL. */
export function smtpMail({ url, from, tls }: SmtpOptions): MailProvider & { close: () => void } {
  const transport = createTransport({
    url,
    pool: true,
    maxMessages: MAX_PER_CONNECTION,
    ...tlsOptions(url, tls),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Message content must not make the library read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html, replyTo, unsubscribe, key, attachments = [] }) {
      // As an object, so that no character in the address can add another address.
      const answers = replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }
      const sending = transport.sendMail({
        from,
        to: { name: '', address: to },
        ...answers,
        headers: { ...AUTOMATIC_HEADERS, ...unsubscribeHeaders(unsubscribe) },
        ...(key !== undefined && { messageId: `<${key}@${senderHost(from)}>` }),
        subject,
        text,
        html,
        attachments: attachments.map(({ name, type, base64 }) => ({
          filename: name,
          contentType: type,
          content: Buffer.from(base64, 'base64'),
        })),
      })
      await sending.catch((error: unknown) => {
        // Without the error as its cause, which would contain the recipient.
        throw notSent(url, error)
      })
    },
    /** Connects and signs in, as before an email. */
    async health() {
      try {
        await transport.verify()
        return { ok: true }
      } catch (error) {
        return { ok: false, reason: notSent(url, error).reason }
      }
    },
    close: () => transport.close(),
  }
}
