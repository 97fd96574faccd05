import type { Mail, MailMessage } from './email.ts'

/** Email that is never sent: `keep` stores it for the development mailbox. */
export const mailboxMail = (store: (message: MailMessage) => Promise<void>): Mail => ({ send: store })
