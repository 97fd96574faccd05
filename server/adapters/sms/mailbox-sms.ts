import type { SmsMessage, SmsProvider } from './sms.ts'

/** SMS that are never sent: `keep` stores them for the development mailbox. */
export const mailboxSms = (store: (message: SmsMessage) => Promise<void>): SmsProvider => ({
  async send(message) {
    await store(message)
    return undefined
  },
  health: async () => ({ ok: true }),
})
