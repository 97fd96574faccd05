import type { Context } from '#server/platform/context.ts'
import { chooseMail } from './choose-mail.ts'
import { chooseSms } from './choose-sms.ts'
import { deliver } from '#server/platform/outbox/delivery.ts'
import type { JobHandlers } from '#server/platform/outbox/job-queue.ts'

/** This installation's handlers for the outbox's jobs. Throws ConfigError when there is no way to send. */
export const jobHandlers = ({ config, db }: Pick<Context, 'config' | 'db'>): JobHandlers =>
  deliver({ mail: chooseMail(config, db), sms: chooseSms(config, db) })
