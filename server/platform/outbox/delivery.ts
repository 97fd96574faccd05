import { sql } from 'kysely'
import { withoutDirectionControls } from '#domain/format/direction-controls.ts'
import type { Mail, MailMessage } from '#server/adapters/email/email.ts'
import type { Sms } from '#server/adapters/sms/sms.ts'
import type { Context } from '#server/platform/context.ts'
import type { Channel, Claimed, Outcome, Sealed } from './outbox-message.ts'
import { channelOf } from './outbox-rows.ts'
import { messageSealer } from './sealed-message.ts'

type Ways = { mail: Mail; sms: Sms }
type SealedRow = Claimed & { sealed: string }

/** The channels of emails and SMS that carry their own content. */
export function sealedChannels({ db, secrets }: Pick<Context, 'db' | 'secrets'>, { mail, sms }: Ways): Channel[] {
  const sealer = messageSealer(secrets)
  const send = {
    mail: async ({ to, ...content }: Sealed['mail']) => {
      if (to !== null) await sendMail(mail, { to, ...content })
    },
    sms: async ({ to, text }: Sealed['sms']) => {
      if (to !== null) await sms.send({ to, text: withoutDirectionControls(text) })
    },
  }
  const channel = <Kind extends keyof Sealed>(kind: Kind, deliver: (message: Sealed[Kind]) => Promise<void>): Channel =>
    channelOf<SealedRow>(db, {
      kind,
      content: { columns: sql`claimed.sealed` },
      open: rows =>
        rows.map(({ sealed }) => async (): Promise<Outcome> => {
          await deliver(sealer.open(kind, sealed))
          return { kind: 'delivered' }
        }),
    })
  return [channel('mail', send.mail), channel('sms', send.sms)]
}

/**
 * Names in the database may still contain direction controls, which the API no longer accepts and which reverse adjacent text.
 */
export const sendMail = (mail: Mail, { subject, text, html, ...rest }: MailMessage): Promise<void> =>
  mail.send({
    subject: withoutDirectionControls(subject),
    text: withoutDirectionControls(text),
    html: withoutDirectionControls(html),
    ...rest,
  })
