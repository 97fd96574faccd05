import type { Mail } from '../providers/mail/mail.ts'
import type { Sms } from '../providers/sms/sms.ts'
import type { JobHandlers } from './job-queue.ts'

/** What the outbox does with its jobs. */
export const deliver = ({ mail, sms }: { mail: Mail; sms: Sms }): JobHandlers => ({
  'send-mail': async ({ to, ...content }) => {
    if (to !== null) await mail.send({ to, ...content })
  },
  'send-sms': async ({ to, text }) => {
    if (to !== null) await sms.send({ to, text })
  },
})
