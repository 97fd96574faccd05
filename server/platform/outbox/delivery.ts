import { withoutDirectionControls } from '#domain/format/direction-controls.ts'
import type { Mail } from '#server/adapters/email/email.ts'
import type { Sms } from '#server/adapters/sms/sms.ts'
import type { JobHandlers, Jobs } from './job-queue.ts'

/** The handlers of the outbox's jobs. */
export const deliver = ({ mail, sms }: { mail: Mail; sms: Sms }): JobHandlers => ({
  'send-mail': async ({ to, ...content }) => {
    if (to !== null) await mail.send({ to, ...plain(content) })
  },
  'send-sms': async ({ to, text }) => {
    if (to !== null) await sms.send({ to, text: withoutDirectionControls(text) })
  },
})

type Content = Omit<Jobs['send-mail'], 'to'>

/**
 * Names in the database may still contain direction controls, which the API no longer accepts and which reverse adjacent text.
 */
const plain = ({ subject, text, html, ...rest }: Content): Content => ({
  subject: withoutDirectionControls(subject),
  text: withoutDirectionControls(text),
  html: withoutDirectionControls(html),
  ...rest,
})
