import { DAY_MS } from '#domain/durations.ts'
import { findDueDay, type LetterKind } from '#domain/operations/letters/letter-times.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { logFailure, type RunningJob, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'
import { findEveningFigures, findWeekFigures } from './find-figures.ts'
import { findReaders, type LetterReader } from './find-readers.ts'
import { stopToken } from './save-choice.ts'
import { STOP_PATH } from './stop-page.ts'
import { writeEveningLetter, writeWeekLetter } from './write-letter.ts'

const EVERY_MS = 60_000

export const startLetters = (context: Context): RunningJob =>
  startPeriodicJob(context, {
    name: 'the letters about sales',
    work: () => sendDueLetters(context),
    everyMs: EVERY_MS,
  })

/** Sends what is due to each reader. Several servers may do so at the same time: each letter is sent once. */
export async function sendDueLetters(context: Context): Promise<void> {
  for (const reader of await findReaders(context.db, context.now())) {
    for (const kind of reader.wants) {
      try {
        await sendIfDue(context, reader, kind)
      } catch (error) {
        // The others get theirs; this one is tried again until midnight.
        logFailure(context.log, `the ${kind} letter to user ${reader.id}`, error)
      }
    }
  }
}

async function sendIfDue(context: Context, reader: LetterReader, kind: LetterKind): Promise<void> {
  const { stores, timeZone, sentOn } = reader
  const now = context.now()
  const day = findDueDay(kind, { stores: stores.map(({ hours }) => hours), timeZone }, now)
  if (day === undefined || sentOn[kind] === day) return
  const letter = await writeLetter(context, reader, { kind, day, now })
  const column = `${kind}_sent_on` as const
  await inTransaction(context.db, async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('letter_choice')
      .set({ [column]: day })
      .where('user_id', '=', reader.id)
      .where(kind, '=', true)
      .where(column, 'is distinct from', day)
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) return
    const until = new Date(now.getTime() + DAY_MS)
    await context.outbox.enqueue(trx, 'mail', { to: reader.email, ...letter, until })
  })
}

async function writeLetter(context: Context, reader: LetterReader, due: { kind: LetterKind; day: string; now: Date }) {
  const { kind, day, now } = due
  const { config, secrets } = context
  const origin = context.origin()
  const stop = `${origin}${STOP_PATH}/${stopToken(secrets, reader.id, kind)}`
  const frame = { reader, origin, stop, money: config }
  return kind === 'evening'
    ? writeEveningLetter(frame, await findEveningFigures(context, reader, day), { day, now })
    : writeWeekLetter(frame, await findWeekFigures(context, reader, day))
}
