import type { LanguageCode } from '#contract/values.ts'
import type { Config } from '#server/config/config.ts'
import type { Context } from '#server/platform/context.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { createTranslate } from '#server/texts/text.ts'
import { chooseMail, chooseSms } from '#server/wiring/choose-channels.ts'
import { describeCarriers } from './check-shop.ts'
import type { CheckResult } from './check-shop.ts'
import { toCheck } from './run-checks.ts'

type TestMessageContext = { config: Config; db: Db }
type TestMessage = { channel: 'email' | 'sms'; to: string; language: LanguageCode }

/** Sends a test message at once, without the outbox, to report the answer of the mail server or the gateway. */
export async function sendTestMessage(
  { config, db }: TestMessageContext,
  { channel, to, language }: TestMessage,
): Promise<CheckResult> {
  const t = createTranslate(language)
  const subject = t('operations.testMessage.subject')
  const text = t('operations.testMessage.text', { host: config.publicUrl?.host ?? 'Puoti' })
  try {
    if (channel === 'email') {
      const mail = chooseMail(config, db)
      await mail.send({ to, ...renderEmail({ language, subject, parts: [text] }) }).finally(() => mail.close?.())
    } else await chooseSms(config, db).send({ to, text })
    return {
      state: 'ok',
      finding: 'messageSent',
      values: { by: describeCarriers(config, channel === 'email' ? 'mail' : 'sms') ?? '/dev/mailbox', to },
    }
  } catch (error) {
    return { state: 'off', finding: 'messageNotSent', values: { to, reason: getReason(error) } }
  }
}

/** The adapters' errors name the server and the fault, and no recipient. */
const getReason = (error: unknown): string => {
  if (error instanceof Error && 'reason' in error && typeof error.reason === 'string') return error.reason
  return error instanceof Error ? error.message : String(error)
}

const findPhone = async ({ db }: Context, userId: number) =>
  (await db.selectFrom('app_user').select('phone').where('id', '=', userId).executeTakeFirst())?.phone

type CheckMessageInput = Omit<TestMessage, 'to'> & { user: SignedIn }

/** Sends a test message to the admin who requests it. */
export async function checkMessage(context: Context, { user, channel, language }: CheckMessageInput) {
  const to = channel === 'email' ? user.email : await findPhone(context, user.userId)
  if (!to) return toCheck(channel, { state: 'warning', finding: 'messageNoNumber' }, language)
  return toCheck(channel, await sendTestMessage(context, { channel, to, language }), language)
}
