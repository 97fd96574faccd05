import type { LanguageCode } from '#contract/values.ts'
import type { Config } from '#server/config/config.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { chooseMail, chooseSms } from '#server/wiring/choose-channels.ts'
import { describeCarriers } from './check-shop.ts'
import type { CheckResult } from './run-checks.ts'

const TEXTS: Record<LanguageCode, { subject: string; text: (host: string) => string }> = {
  en: { subject: 'Test message', text: host => `${host} can send messages. You don’t need to do anything.` },
  fi: { subject: 'Testiviesti', text: host => `${host} pystyy lähettämään viestejä. Sinun ei tarvitse tehdä mitään.` },
  sv: { subject: 'Testmeddelande', text: host => `${host} kan skicka meddelanden. Du behöver inte göra något.` },
}

type TestMessageContext = { config: Config; db: Db }
type TestMessage = { channel: 'email' | 'sms'; to: string; language: LanguageCode }

/** Sends a test message at once, without the outbox, to report the answer of the mail server or the gateway. */
export async function sendTestMessage(
  { config, db }: TestMessageContext,
  { channel, to, language }: TestMessage,
): Promise<CheckResult> {
  const { subject, text } = TEXTS[language]
  const says = text(config.publicUrl?.host ?? 'Puoti')
  try {
    if (channel === 'email') {
      const mail = chooseMail(config, db)
      await mail.send({ to, ...renderEmail({ language, subject, parts: [says] }) }).finally(() => mail.close?.())
    } else await chooseSms(config, db).send({ to, text: says })
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
