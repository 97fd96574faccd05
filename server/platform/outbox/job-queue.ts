import type { Kysely } from 'kysely'
import type { MailMessage } from '#server/adapters/email/email.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/** Work that may be done later, with each job's data. Payloads are stored encrypted, and only while needed. */
export type Jobs = {
  // `to` is null when the message has no recipient: writing the job regardless makes the call cost the same.
  'send-mail': Omit<MailMessage, 'to'> & { to: string | null }
  'send-sms': { to: string | null; text: string }
}

export type JobHandlers = { [Name in keyof Jobs]: (job: Jobs[Name]) => Promise<void> }

/**
 * The outbox: a job is written in the caller's transaction and run after its commit, at least once, by one of the servers, with
 * retries. It survives a crash.
 */
export type JobQueue = {
  /** `until`: when the code or link in the job expires. A restore doesn't send such a job again. */
  enqueue: <Name extends keyof Jobs>(
    db: Kysely<Database>,
    name: Name,
    job: Jobs[Name] & { until?: Date },
  ) => Promise<void>
  /** Removes the jobs that would still reach any of these addresses and numbers, in the caller's transaction. */
  forget: (db: Kysely<Database>, recipients: readonly string[]) => Promise<void>
  /** Starts running the waiting jobs. */
  start: (handlers: JobHandlers) => Promise<void>
  /** Finishes running jobs, for at most a few seconds, and starts no more. */
  stop: () => Promise<void>
}
