import type { FastifyInstance } from 'fastify'
import type { MailMessage } from '#server/adapters/email/email.ts'
import type { SmsMessage } from '#server/adapters/sms/sms.ts'
import { eventually } from '#test/eventually.ts'
import { TestBrowser } from './test-browser.ts'

type Recipient = { to: string }

/** Channels that add what is sent to `mails` and `texts`. */
export function openInboxes() {
  const mails: MailMessage[] = []
  const texts: SmsMessage[] = []
  const channels = {
    mail: { send: async (message: MailMessage) => void mails.push(message) },
    sms: {
      gateways: [],
      async send({ to, text }: SmsMessage) {
        texts.push({ to, text })
        return undefined
      },
    },
  }
  return {
    mails,
    texts,
    channels,
    /** The latest message to an address or a phone, once there are `atLeast` of them. */
    lastMail: (to: string, atLeast = 1) => waitForMessage(() => mails, to, atLeast),
    lastSms: (to: string, atLeast = 1) => waitForMessage(() => texts, to, atLeast),
  }
}

const waitForMessage = <T extends Recipient>(inbox: () => readonly T[], to: string, atLeast: number): Promise<T> =>
  eventually(async () => {
    const messages = inbox().filter(message => message.to === to)
    return messages.length >= atLeast && messages.at(-1)
  })

/** A browser in which the address has just signed in by a mailed link. */
export async function signInByMail(
  app: FastifyInstance,
  mails: readonly MailMessage[],
  email: string,
): Promise<TestBrowser> {
  const browser = await new TestBrowser(app, {}).opened()
  // Other mails may arrive meanwhile.
  const links = () => mails.filter(({ text }) => text.includes('/login/'))
  const before = links().filter(({ to }) => to === email).length
  await browser.call('POST login', { email })
  const { path } = readSignInMail(await waitForMessage(links, email, before + 1))
  await browser.call(`POST ${path.slice(1)}`)
  return browser
}

/** The link's path, its three parts and the code of a mail. */
export function readSignInMail({ text }: MailMessage) {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  const code = /^\d{6}$/m.exec(text)?.[0]
  if (!link || !code) throw new Error('a mail without a link or a code')
  const path = new URL(link).pathname
  const [, , userId = '', timestamp = '', hash = ''] = path.split('/')
  return { link, path, userId, timestamp, hash, code }
}
