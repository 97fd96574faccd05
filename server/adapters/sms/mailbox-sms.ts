import type { Sms, SmsMessage } from './sms.ts'

/** SMS that never leave: `keep` puts them where the development mailbox shows them. */
export const mailboxSms = (keep: (message: SmsMessage) => Promise<void>): Sms => ({ send: keep })
