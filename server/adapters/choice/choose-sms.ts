import type { Kysely } from 'kysely'
import { ConfigError } from '#server/config/config-error.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { httpGatewaySms } from '#server/adapters/sms/http-gateway-sms.ts'
import { mailboxSms } from '#server/adapters/sms/mailbox-sms.ts'
import type { Sms } from '#server/adapters/sms/sms.ts'
import { keepSms } from '#server/platform/outbox/keep-in-mailbox.ts'

/** The HTTP gateway when it is configured, else the development mailbox. Throws ConfigError when neither is available. */
export function chooseSms(config: Pick<Config, 'smsUrl' | 'devMailbox'>, db: Kysely<Database>): Sms {
  if (config.smsUrl) return httpGatewaySms(config.smsUrl)
  if (config.devMailbox) return mailboxSms(message => keepSms(db, message))
  throw new ConfigError(
    'The environment variable PUOTI_SMS_URL is missing: nobody could verify a phone without SMS. PUOTI_DEV_MAILBOX=on keeps all SMS on a page of this server instead, for everyone to read.',
  )
}
