import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { MessageKind } from '#server/platform/schema/table-types/platform.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import { type RunningJob, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'
import { ChannelWorker } from './channel-worker.ts'
import {
  type OutboxChannel,
  type MessageSealer,
  messageSealer,
  type Outbox,
  type SealedMessage,
} from './outbox-message.ts'
import { endLapsed, findDue } from './outbox-rows.ts'

/** `now`: the database's clock. */
type OutboxNeeds = Pick<Context, 'db' | 'log' | 'now'> & { secrets: Secrets }

/** The outbox in the table outbox_message. Several servers may open it at once. */
export function openOutbox({ secrets, ...needs }: OutboxNeeds): Outbox {
  const sealer = messageSealer(secrets)
  let worker: OutboxWorker | undefined
  return {
    async enqueue(db, kind, { until, isUrgent = false, waitMs = 0, ...message }) {
      // Without these, it is a message of this kind.
      const content_encrypted = sealer.seal(kind, message as SealedMessage[typeof kind])
      await db
        .insertInto('outbox_message')
        .values({
          kind,
          content_encrypted,
          expires_at: until ?? null,
          urgent: isUrgent,
          due_at: sql<Date>`now() + make_interval(secs => ${waitMs / 1000}::double precision)`,
        })
        .execute()
      worker?.expect(kind)
    },
    async forget(db, recipients) {
      const rows = await db
        .selectFrom('outbox_message')
        .select(['id', 'kind', 'content_encrypted'])
        .where('state', 'in', ['waiting', 'sending'])
        .where('content_encrypted', 'is not', null)
        .execute()
      const matching = rows.filter(row => recipients.includes(openRecipient(sealer, row)))
      const ids = matching.map(({ id }) => id)
      if (ids.length > 0) await sql`DELETE FROM outbox_message WHERE id = ANY (${ids}::bigint[])`.execute(db)
    },
    start(channels: readonly OutboxChannel[]) {
      worker = new OutboxWorker(needs, channels)
    },
    async stop() {
      await worker?.close()
    },
  }
}

/** Empty for a message that was encrypted with another secret. */
function openRecipient(
  sealer: MessageSealer,
  { kind, content_encrypted }: { kind: string; content_encrypted: string | null },
): string {
  try {
    return sealer.open(kind === 'sms' ? 'sms' : 'mail', content_encrypted ?? '').to ?? ''
  } catch {
    return ''
  }
}

const LOOK_MS = 500
/** `now`: the database's clock, which writes when a message is due. */
type OutboxContext = Pick<Context, 'db' | 'log' | 'now'>

/** Sends the messages of some kinds. Several servers share the work, and each kind has a worker of its own in each. */
export class OutboxWorker {
  readonly #needs: OutboxContext
  readonly #channels: ReadonlyMap<MessageKind, ChannelWorker>
  readonly #jobs: RunningJob

  constructor(needs: OutboxContext, channels: readonly OutboxChannel[]) {
    this.#needs = needs
    this.#channels = new Map(channels.map(channel => [channel.kind, new ChannelWorker(needs, channel)]))
    const work = async () => void (await this.#startDue())
    this.#jobs = startPeriodicJob(needs, { name: 'sending messages', work, everyMs: LOOK_MS })
  }

  /** Sends everything that is due, and writes the outcomes. */
  async work(): Promise<void> {
    await Promise.all(await this.#startDue())
  }

  /** A message of this kind is about to be committed. */
  expect(kind: MessageKind): void {
    this.#channels.get(kind)?.expect()
  }

  async close(): Promise<void> {
    this.#jobs.stop()
    await Promise.all([...this.#channels.values()].map(channel => channel.close()))
  }

  async #startDue(): Promise<Promise<void>[]> {
    const { db, log, now } = this.#needs
    const found = await findDue(db, [...this.#channels.keys()], now())
    if (found.some(({ hasLapsed }) => hasLapsed)) {
      const failed = await endLapsed(db)
      log.warn({ failed }, 'messages of a stopped server were released')
    }
    const due = new Set(found.map(({ kind }) => kind))
    return [...this.#channels].flatMap(([kind, channel]) =>
      due.has(kind) || channel.hasUnwritten ? [channel.work()] : [],
    )
  }
}
