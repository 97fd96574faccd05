import { sql } from 'kysely'
import { MINUTE_MS } from '#domain/durations.ts'
import { withoutDirectionControls } from '#domain/format/direction-controls.ts'
import type { Mail, MailMessage } from '#server/adapters/email/email.ts'
import { type Sms, SmsError } from '#server/adapters/sms/sms.ts'
import type { Config } from '#server/config/config.ts'
import type { Context } from '#server/platform/context.ts'
import {
  type OutboxChannel,
  type ClaimedMessage,
  messageSealer,
  type DeliveryOutcome,
  type SealedMessage,
} from './outbox-message.ts'
import { createChannel } from './outbox-rows.ts'
import {
  canReceiveReports,
  newSmsReference,
  recordAccepted,
  recordRefusedNumber,
  reportAddress,
} from './sms-deliveries.ts'

type DeliveryWays = { mail: Mail; sms: Sms }
type SealedRow = ClaimedMessage & { content_encrypted: string; expires_at: Date | null }
type ChannelContext = Pick<Context, 'db' | 'secrets' | 'log' | 'now'> & {
  config: Pick<Config, 'publicUrl' | 'loginLinkMinutes'>
}

/** Makes the key of an email of its encrypted content, which no other row has, also not one of the same id after a restore. */
const KEY_PURPOSE = 'message key'

const DELIVERED_OUTCOME: DeliveryOutcome = { kind: 'delivered' }

/** The channels of emails and SMS that carry their own content. */
export function sealedChannels(needs: ChannelContext, { mail, sms }: DeliveryWays): OutboxChannel[] {
  const { db, secrets } = needs
  const sealer = messageSealer(secrets)
  const send = {
    mail: async ({ to, linkHash, ...content }: SealedMessage['mail'], key: string) => {
      if (linkHash !== undefined) await startLink(needs, linkHash)
      if (to !== null) await sendMail(mail, { to, key, ...content })
      return DELIVERED_OUTCOME
    },
    sms: async ({ to, ...content }: SealedMessage['sms']) =>
      to === null ? DELIVERED_OUTCOME : sendSms(needs, sms, { to, ...content }),
  }
  const channel = <Kind extends keyof SealedMessage>(
    kind: Kind,
    deliver: (message: SealedMessage[Kind], key: string) => Promise<DeliveryOutcome>,
  ): OutboxChannel =>
    createChannel<SealedRow>(db, {
      kind,
      content: { columns: sql`claimed.content_encrypted, claimed.expires_at` },
      endsAt: ({ expires_at }) => expires_at ?? undefined,
      open: rows =>
        rows.map(
          ({ content_encrypted }) =>
            async () =>
              deliver(
                sealer.open(kind, content_encrypted),
                secrets.hmac(KEY_PURPOSE, content_encrypted).toString('base64url'),
              ),
        ),
    })
  return [channel('mail', send.mail), channel('sms', send.sms)]
}

/** However long the mail waited, or is tried again: its link and code are valid from now on for the time that is written in the mail. */
const startLink = ({ db, now, config }: ChannelContext, linkHash: string) =>
  db
    .updateTable('login_link')
    .set({ expires_at: new Date(now().getTime() + config.loginLinkMinutes * MINUTE_MS) })
    .where('link_sha256', '=', Buffer.from(linkHash, 'base64url'))
    .where('used_at', 'is', null)
    .execute()

async function sendSms(
  needs: ChannelContext,
  sms: Sms,
  { to, text, reference = newSmsReference() }: SmsToSend,
): Promise<DeliveryOutcome> {
  const reportTo = reportAddress(needs, reference)
  try {
    const accepted = await sms.send({ to, text: withoutDirectionControls(text), reportTo })
    if (accepted && canReceiveReports(needs.config))
      await ignoreFailure(needs, recordAccepted(needs.db, { ...accepted, reference }))
    return DELIVERED_OUTCOME
  } catch (error) {
    if (!(error instanceof SmsError) || error.fault !== 'number') throw error
    const { reason } = error
    await ignoreFailure(needs, recordRefusedNumber(needs.db, { reference, reason }))
    // Another try would be refused too.
    return { kind: 'failed', reason }
  }
}

type SmsToSend = SealedMessage['sms'] & { to: string }

/** Only logs a failure to record the outcome: an error would send the SMS again. */
const ignoreFailure = ({ log }: ChannelContext, recording: Promise<unknown>) =>
  recording.catch((error: unknown) => log.warn({ err: error }, 'what became of an SMS was not recorded'))

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
