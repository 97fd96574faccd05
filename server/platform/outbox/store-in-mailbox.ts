import { sql } from 'kysely'
import type { MailMessage } from '#server/adapters/email/email.ts'
import type { SmsMessage } from '#server/adapters/sms/sms.ts'
import { committedSoon } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type StoredMessage = { channel: 'mail' | 'sms'; to: string; subject?: string; text: string; html?: string | undefined }

async function storeMessage(db: Db, { channel, to, subject, text, html }: StoredMessage): Promise<void> {
  await sql`WITH ${committedSoon} INSERT INTO development_mail (channel, recipient, subject, text, html)
    SELECT ${channel}, ${to}, ${subject ?? null}::text, ${text}, ${html ?? null}::text FROM soon`.execute(db)
}

/** Stores only the names of attached files. */
export async function storeMail(db: Db, message: MailMessage): Promise<void> {
  const { to, subject, html, attachments = [] } = message
  const text = [message.text, ...attachments.map(({ name }) => `[${name}]`)].join('\n')
  await storeMessage(db, { channel: 'mail', to, subject, text, html })
}

export const storeSms = (db: Db, { to, text }: SmsMessage): Promise<void> =>
  storeMessage(db, { channel: 'sms', to, text })
