import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import { moveFormerMessages } from './former-outboxes.ts'
import { type Channel, type MessageSealer, messageSealer, type Outbox, type Sealed } from './outbox-message.ts'
import { OutboxWorker } from './outbox-worker.ts'

/** `now`: the database's clock. */
type Needs = Pick<Context, 'db' | 'log' | 'now'> & { secrets: Secrets }

/** The outbox in the table outbox_message. Several servers may open it at once. */
export function openOutbox({ secrets, ...needs }: Needs): Outbox {
  const sealer = messageSealer(secrets)
  let worker: OutboxWorker | undefined
  return {
    async enqueue(db, kind, { until, ...message }) {
      // Without `until`, it is a message of this kind.
      const sealed = sealer.seal(kind, message as Sealed[typeof kind])
      await db
        .insertInto('outbox_message')
        .values({ kind, sealed, expires_at: until ?? null })
        .execute()
      worker?.expect(kind)
    },
    async forget(db, recipients) {
      await moveFormerMessages(db)
      const rows = await db
        .selectFrom('outbox_message')
        .select(['id', 'kind', 'sealed'])
        .where('state', 'in', ['waiting', 'sending'])
        .where('sealed', 'is not', null)
        .execute()
      const theirs = rows.filter(row => recipients.includes(recipientOf(sealer, row)))
      const ids = theirs.map(({ id }) => id)
      if (ids.length > 0) await sql`DELETE FROM outbox_message WHERE id = ANY (${ids}::bigint[])`.execute(db)
    },
    start(channels: readonly Channel[]) {
      worker = new OutboxWorker(needs, channels)
    },
    async stop() {
      await worker?.close()
    },
  }
}

/** A message that was encrypted with another secret has no recipient. */
function recipientOf(sealer: MessageSealer, { kind, sealed }: { kind: string; sealed: string | null }): string {
  try {
    return sealer.open(kind === 'sms' ? 'sms' : 'mail', sealed ?? '').to ?? ''
  } catch {
    return ''
  }
}
