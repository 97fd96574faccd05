import type { Kysely } from 'kysely'
import { ConfigError } from '../config-error.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/tables.ts'
import { httpGatewaySms } from '../providers/sms/http-gateway-sms.ts'
import { mailboxSms } from '../providers/sms/mailbox-sms.ts'
import type { Sms } from '../providers/sms/sms.ts'
import { keepSms } from './keep-in-mailbox.ts'

/** The HTTP gateway when it is configured, else the development mailbox. Throws ConfigError when neither may be. */
export function chooseSms(config: Pick<Config, 'smsUrl' | 'devMailbox'>, db: Kysely<Database>): Sms {
  if (config.smsUrl) return httpGatewaySms(config.smsUrl)
  if (config.devMailbox) return mailboxSms(message => keepSms(db, message))
  throw new ConfigError(
    'The environment variable PUOTI_SMS_URL is missing: nobody could verify a phone without SMS. PUOTI_DEV_MAILBOX=on keeps all SMS on a page of this server instead, for everyone to read.',
  )
}
