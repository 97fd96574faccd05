import type { MailMessage, MailProvider } from './email.ts'

/** Email that is never sent: `keep` stores it for the development mailbox. */
export const mailboxMail = (store: (message: MailMessage) => Promise<void>): MailProvider => ({
  send: store,
  health: async () => ({ ok: true }),
})
