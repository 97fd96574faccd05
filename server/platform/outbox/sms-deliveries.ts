import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ReportingGateway, SmsReport } from '#server/adapters/sms/sms.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { verifyHmac, type Secrets } from '#server/platform/secrets/secrets.ts'

/** Links a message to its reports. Random, so it contains nothing about the recipient. */
export const newSmsReference = (): string => randomBytes(16).toString('base64url')

const REPORT_PURPOSE = 'sms report'
const signedText = (gateway: string, reference: string) => `${gateway} ${reference}`

type WithAddress = { publicUrl: Config['publicUrl'] }

/** Whether a gateway could reach this shop with a report. */
export const canReceiveReports = ({ publicUrl }: WithAddress): boolean => publicUrl?.protocol === 'https:'

/**
 * The address for a gateway's reports about one message, with a secret of its own, since not all sign their reports. Undefined where a
 * gateway could not reach it.
 */
export function reportAddress(
  { config, secrets }: { config: WithAddress; secrets: Secrets },
  reference: string,
): (gateway: ReportingGateway) => string | undefined {
  const { publicUrl } = config
  if (!publicUrl || !canReceiveReports(config)) return () => undefined
  return gateway => {
    const secret = secrets.hmac(REPORT_PURPOSE, signedText(gateway, reference)).toString('base64url')
    return `${publicUrl.origin}/webhooks/sms/${gateway}/${reference}/${secret}`
  }
}

type SmsDelivery = { gateway: ReportingGateway; reference: string }

/** Whether the secret belongs to a report address of this shop. Compares in constant time. */
export const isReportSecret = (secrets: Secrets, { gateway, reference, secret }: SmsDelivery & { secret: string }) =>
  verifyHmac(secrets, REPORT_PURPOSE, { text: signedText(gateway, reference), hash: Buffer.from(secret, 'base64url') })

/** Records that a gateway accepted the message. Does nothing if a report about it came first. */
export const recordAccepted = (db: Db, { gateway, reference }: SmsDelivery) =>
  db
    .insertInto('sms_delivery')
    .values({ reference, gateway, state: 'accepted' })
    .onConflict(conflict => conflict.column('reference').doNothing())
    .execute()

/** Records a message that was given up, since no gateway can deliver to its number. */
export const recordRefusedNumber = (db: Db, { reference, reason }: { reference: string; reason: string }) =>
  db
    .insertInto('sms_delivery')
    .values({ reference, gateway: null, state: 'failed', reason })
    .onConflict(conflict => conflict.column('reference').doNothing())
    .execute()

/** Later states replace earlier ones, in whichever order the reports come; one that comes twice changes nothing. */
export async function recordReport(db: Db, { gateway, reference }: SmsDelivery, { state, reason }: SmsReport) {
  const { rows } = await sql<{ reference: string }>`
    INSERT INTO sms_delivery AS known (reference, gateway, state, reason, reported_at)
    VALUES (${reference}, ${gateway}, ${state}, ${reason}, now())
    ON CONFLICT (reference) DO UPDATE SET state = excluded.state, reason = excluded.reason, reported_at = now()
    WHERE array_position(${DELIVERY_STATES}::text[], excluded.state) > array_position(${DELIVERY_STATES}::text[], known.state)
    RETURNING reference`.execute(db)
  return rows.length > 0
}

/** In the order in which they replace each other. `delivered` is last: a message sent through both gateways may fail at one of them. */
const DELIVERY_STATES = ['accepted', 'sent', 'failed', 'delivered']

/** After this long without a final report, a message counts as unreported. */
const SOON_MINUTES = 10

type SmsDeliveries = {
  /** Messages of the last 24 hours that a gateway with reports accepted. */
  accepted: number
  delivered: number
  failed: number
  /** Accepted more than ten minutes ago, without a final report. */
  unreported: number
  /** Failures since the last message that was delivered. */
  consecutiveFailures: number
  lastFailure: { at: Date; reason: string } | null
}

type SmsDeliveryRow = Omit<SmsDeliveries, 'lastFailure'> & { failed_at: Date | null; reason: string | null }

/** Summarises the gateways' reports about the last 24 hours. */
export async function readSmsDeliveries(db: Db): Promise<SmsDeliveries> {
  const { rows } = await sql<SmsDeliveryRow>`
    WITH day AS (SELECT * FROM sms_delivery WHERE gateway IS NOT NULL AND accepted_at > now() - interval '1 day')
    SELECT count(*)::integer AS accepted, count(*) FILTER (WHERE state = 'delivered')::integer AS delivered,
      count(*) FILTER (WHERE state = 'failed')::integer AS failed,
      count(*) FILTER (WHERE state IN ('accepted', 'sent')
        AND accepted_at < now() - make_interval(mins => ${SOON_MINUTES}::integer))::integer AS unreported,
      count(*) FILTER (WHERE state = 'failed' AND accepted_at >
        coalesce((SELECT max(accepted_at) FROM day WHERE state = 'delivered'), '-infinity'))::integer AS "consecutiveFailures",
      (array_agg(coalesce(reported_at, accepted_at) ORDER BY accepted_at DESC) FILTER (WHERE state = 'failed'))[1] AS failed_at,
      (array_agg(reason ORDER BY accepted_at DESC) FILTER (WHERE state = 'failed'))[1] AS reason
    FROM day`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a count without a row')
  const { failed_at: at, reason, ...counts } = row
  return { ...counts, lastFailure: at && reason !== null ? { at, reason } : null }
}
