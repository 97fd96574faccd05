import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'

/** What may be left for later, with what each job needs to know. Payloads are kept encrypted, and only while needed. */
export type Jobs = {
  // `to` is null when nobody is to hear of it: writing the job all the same makes the call cost the same.
  'send-mail': Omit<MailMessage, 'to'> & { to: string | null }
  'send-sms': { to: string | null; text: string }
}

export type JobHandlers = { [Name in keyof Jobs]: (job: Jobs[Name]) => Promise<void> }

/**
 * The outbox: a job is written in the caller's transaction and done after commit, at least once, by one of the
 * servers, with retries. It survives a crash.
 */
export type JobQueue = {
  /** `until`: of what carries a code or a link, when that ends. A restore sends no such job again. */
  enqueue: <Name extends keyof Jobs>(
    db: Kysely<Database>,
    name: Name,
    job: Jobs[Name] & { until?: Date },
  ) => Promise<void>
  /** Takes out the jobs that would still reach any of these addresses and numbers, in the caller's transaction. */
  forget: (db: Kysely<Database>, recipients: readonly string[]) => Promise<void>
  /** Does the waiting jobs from now on. */
  start: (handlers: JobHandlers) => Promise<void>
  /** Finishes what is under way, for at most a few seconds, and takes no more. */
  stop: () => Promise<void>
}
