import type { Mail, MailMessage } from './email.ts'

/** Mail that never leaves: `keep` puts it where the development mailbox shows it. */
export const mailboxMail = (keep: (message: MailMessage) => Promise<void>): Mail => ({ send: keep })
