import type { MailMessage } from '#server/adapters/email/email.ts'
import type { SmsMessage } from '#server/adapters/sms/sms.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** Stores only the names of attached files. */
export async function storeMail(db: Db, message: MailMessage): Promise<void> {
  const { to, subject, html, attachments = [] } = message
  const text = [message.text, ...attachments.map(({ name }) => `[${name}]`)].join('\n')
  await db.insertInto('development_mail').values({ channel: 'mail', recipient: to, subject, text, html }).execute()
}

export async function storeSms(db: Db, { to, text }: SmsMessage): Promise<void> {
  await db.insertInto('development_mail').values({ channel: 'sms', recipient: to, text }).execute()
}
