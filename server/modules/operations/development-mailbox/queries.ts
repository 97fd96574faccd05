import type { Context } from '#server/platform/context.ts'

const MOST_SHOWN = 50

export type KeptMail = {
  channel: 'mail' | 'sms'
  to: string
  subject: string | null
  text: string
  html: string | null
  created_at: string
}

/** What the development mailbox received, newest first. */
export async function listMail(context: Context): Promise<KeptMail[]> {
  const rows = await context.db
    .selectFrom('development_mail')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return rows.map(({ channel, recipient, subject, text, html, created_at }) => ({
    channel,
    to: recipient,
    subject,
    text,
    html,
    created_at: created_at.toISOString(),
  }))
}
