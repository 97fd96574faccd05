import { sql } from 'kysely'
import { backupState, diskLevel, outboxLevel } from '#domain/administration/shop-status.ts'
import type { AlertCauseName } from '#domain/operations/duty/alert-causes.ts'
import { areRefundsUnusual } from '#domain/operations/duty/unusual-refunds.ts'
import { isUsable } from '#domain/stores/lock-health.ts'
import type { Locks } from '#server/adapters/lock/lock.ts'
import { daysOfCertificate } from '#server/modules/operations/doctor/certificate.ts'
import { checkStoreLocks, checkUsedTerminals } from '#server/modules/operations/doctor/device-health.ts'
import { isAboutRefund } from '#server/modules/payments/refunds/refund-failures.ts'
import { isOpenWithdrawal } from '#server/modules/preorders/booking/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { minFreeBytes } from '#server/platform/db/storage.ts'
import { sumEmails, readOutbox } from '#server/platform/outbox/outbox-rows.ts'
import type { SilenceWatch } from './find-silent-stores.ts'

/** Something that is wrong now. `subject`: which of several things; `facts`: what its text names, nothing about people. */
export type FoundCause = {
  cause: AlertCauseName
  storeId: number | null
  subject: string
  facts: Readonly<Record<string, string | number>>
}

export type DutyServices = { locks: Locks; silence: SilenceWatch }

/** A search for some causes: if it fails, their open alerts stay as they are. */
type CauseProbe = {
  causes: readonly AlertCauseName[]
  find: (context: Context, services: DutyServices) => Promise<FoundCause[]>
}

export const CAUSE_PROBES: readonly CauseProbe[] = [
  { causes: ['terminal_unreachable'], find: findDeadTerminals },
  { causes: ['lock_unreachable', 'lock_battery_low'], find: findLockFaults },
  { causes: ['store_silent'], find: findSilence },
  { causes: ['payment_in_doubt'], find: findDoubts },
  { causes: ['withdrawal_received'], find: findWithdrawals },
  { causes: ['recall_refund_requested'], find: findRecallRefunds },
  { causes: ['code_reported'], find: findReportedCodes },
  { causes: ['unusual_refunds'], find: findUnusualRefunds },
  { causes: ['email_failing', 'sms_failing'], find: findFailingChannels },
  { causes: ['disk_low'], find: findLowDisk },
  { causes: ['invariant_violated'], find: findViolations },
  { causes: ['backup_failed'], find: findMissedBackup },
  { causes: ['certificate_ending'], find: findEndingCertificate },
]

const shopCause = (cause: AlertCauseName, facts: FoundCause['facts'] = {}): FoundCause => ({
  cause,
  storeId: null,
  subject: '',
  facts,
})

async function findDeadTerminals(context: Context): Promise<FoundCause[]> {
  const calledFor = await listCalledForTerminals(context)
  // A terminal that is busy is not asked: one that was dead before still counts as dead.
  const dead = (await checkUsedTerminals(context)).filter(({ id, is_busy: isBusy, health }) =>
    isBusy ? calledFor.includes(String(id)) : health?.ok === false,
  )
  return dead.map(({ id, name, store_id: storeId }) => ({
    cause: 'terminal_unreachable',
    storeId,
    subject: String(id),
    facts: { terminal: name },
  }))
}

async function listCalledForTerminals({ db }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('alert')
    .select('subject')
    .where('cause', '=', 'terminal_unreachable')
    .where('opened_at', 'is not', null)
    .where('cleared_at', 'is', null)
    .execute()
  return rows.map(({ subject }) => subject)
}

async function findLockFaults({ db }: Context, { locks }: DutyServices): Promise<FoundCause[]> {
  const stores = (await checkStoreLocks({ db, locks })).filter(({ published }) => published)
  return stores.flatMap(({ id: storeId, health }): FoundCause[] => {
    const code = health?.code ?? 'notSetUp'
    if (code === 'batteryLow') return [{ cause: 'lock_battery_low', storeId, subject: '', facts: {} }]
    if (isUsable(code)) return []
    return [{ cause: 'lock_unreachable', storeId, subject: '', facts: {} }]
  })
}

async function findSilence(context: Context, { silence }: DutyServices): Promise<FoundCause[]> {
  const found = await silence.find(context)
  return found.map(({ storeId, lastSaleAt }) => ({
    cause: 'store_silent',
    storeId,
    subject: '',
    facts: { lastSaleAt: lastSaleAt.toISOString() },
  }))
}

/** A payment whose outcome is unknown this long is unlikely to resolve itself soon. */
const UNKNOWN_SECONDS = 180

async function findDoubts({ db, now }: Context): Promise<FoundCause[]> {
  const { rows } = await sql<{ order_id: number; store_id: number }>`
    SELECT DISTINCT doubt.order_id, orders.store_id FROM (
      SELECT order_id FROM payment_attempt WHERE state IN ('UNRESOLVED', 'REVIEW', 'REVERSAL_DUE')
      UNION ALL SELECT order_id FROM payment_attempt WHERE state = 'UNKNOWN'
        AND coalesce(unknown_since, created_at) < ${now()}::timestamptz - make_interval(secs => ${UNKNOWN_SECONDS})
      UNION ALL SELECT order_id FROM refund WHERE state = 'UNRESOLVED'
      UNION ALL SELECT refund.order_id FROM refund_failure failure JOIN refund ON ${isAboutRefund}
        WHERE failure.settled_as IS NULL) doubt
    JOIN customer_order orders ON orders.id = doubt.order_id`.execute(db)
  return rows.map(({ order_id, store_id: storeId }) => ({
    cause: 'payment_in_doubt',
    storeId,
    subject: String(order_id),
    facts: { order: order_id },
  }))
}

async function findWithdrawals({ db }: Context): Promise<FoundCause[]> {
  const rows = await db
    .selectFrom('preorder_withdrawal')
    .innerJoin('customer_order', 'customer_order.id', 'preorder_withdrawal.order_id')
    .select(['customer_order.id', 'store_id'])
    .where(isOpenWithdrawal)
    .execute()
  return rows.map(({ id, store_id: storeId }) => ({
    cause: 'withdrawal_received',
    storeId,
    subject: String(id),
    facts: { order: id },
  }))
}

async function findRecallRefunds({ db }: Context): Promise<FoundCause[]> {
  const { rows } = await sql<{ recall_id: number; count: number }>`
    SELECT recall_id, count(*)::integer AS count FROM recall_buyer JOIN recall ON recall.id = recall_id
    WHERE refund_requested_at IS NOT NULL AND recall.ended_at IS NULL GROUP BY recall_id`.execute(db)
  return rows.map(({ recall_id, count }) => ({
    cause: 'recall_refund_requested',
    storeId: null,
    subject: String(recall_id),
    facts: { count },
  }))
}

const MIN_REPORTERS = 3
const REPORT_DAYS = 7

async function findReportedCodes({ db, now }: Context): Promise<FoundCause[]> {
  const { rows } = await sql<{ store_id: number; code: string; count: number }>`
    SELECT store_id, code, count(*)::integer AS count FROM unknown_code_report
    WHERE last_at > ${now()}::timestamptz - make_interval(days => ${REPORT_DAYS})
      AND NOT EXISTS (SELECT FROM product_code WHERE code_key = lpad(code, 14, '0'))
    GROUP BY store_id, code HAVING count(*) >= ${MIN_REPORTERS}`.execute(db)
  return rows.map(({ store_id: storeId, code, count }) => ({
    cause: 'code_reported',
    storeId,
    subject: code,
    facts: { code, count },
  }))
}

async function findUnusualRefunds({ db, now }: Context): Promise<FoundCause[]> {
  const { rows } = await sql<{ store_id: number; day: string; today: number; average: number }>`
    SELECT store.id AS store_id, (${now()}::timestamptz AT TIME ZONE store.time_zone)::date::text AS day,
      coalesce(sum(amount_cents) FILTER (WHERE is_today), 0)::integer AS today,
      (coalesce(sum(amount_cents) FILTER (WHERE NOT is_today), 0) / 56.0)::double precision AS average
    FROM store JOIN (
      SELECT orders.store_id, refund.amount_cents, (refund.outcome_at AT TIME ZONE shop.time_zone)::date
          = (${now()}::timestamptz AT TIME ZONE shop.time_zone)::date AS is_today
      FROM refund JOIN customer_order orders ON orders.id = refund.order_id JOIN store shop ON shop.id = orders.store_id
      WHERE refund.state = 'DONE' AND refund.outcome_at > ${now()}::timestamptz - interval '57 days') refunds
      ON refunds.store_id = store.id
    GROUP BY store.id`.execute(db)
  return rows
    .filter(({ today, average }) => areRefundsUnusual({ todayCents: today, averageCents: average }))
    .map(({ store_id: storeId, day, today }) => ({
      cause: 'unusual_refunds',
      storeId,
      subject: day,
      facts: { cents: today },
    }))
}

async function findFailingChannels({ db }: Context): Promise<FoundCause[]> {
  const outbox = await readOutbox(db)
  return [
    ...(isFailing(sumEmails(outbox)) ? [shopCause('email_failing')] : []),
    ...(isFailing(outbox.sms) ? [shopCause('sms_failing')] : []),
  ]
}

const isFailing = ({ failing, oldestSeconds }: { failing: number; oldestSeconds: number }) =>
  failing > 0 && outboxLevel(oldestSeconds) !== 'ok'

async function findLowDisk({ storage }: Context): Promise<FoundCause[]> {
  const level = diskLevel({ minFreeBytes: await minFreeBytes(storage), isFull: await storage.isFull() })
  return level === 'ok' ? [] : [shopCause('disk_low')]
}

async function findViolations({ db }: Context): Promise<FoundCause[]> {
  const rows = await db.selectFrom('invariant_check').select('invariant').where('violations', '>', 0).execute()
  const names = rows.map(({ invariant }) => invariant).toSorted()
  return names.length === 0 ? [] : [shopCause('invariant_violated', { names: names.join(', ') })]
}

async function findMissedBackup({ db, config, now }: Context): Promise<FoundCause[]> {
  if (config.backupTime === undefined) return []
  const { lastAt, failedAt } = await db
    .selectFrom('backup_run')
    .select(({ fn }) => [
      fn.max<Date | null>('ended_at').filterWhere('failure', 'is', null).as('lastAt'),
      fn.max<Date | null>('ended_at').filterWhere('failure', 'is not', null).as('failedAt'),
    ])
    .executeTakeFirstOrThrow()
  const state = backupState({ isScheduled: true, lastAt, failedAt }, now())
  return state === 'failed' || state === 'old' ? [shopCause('backup_failed')] : []
}

async function findEndingCertificate({ config, now }: Context): Promise<FoundCause[]> {
  const { publicUrl, production } = config
  if (!production || publicUrl?.protocol !== 'https:') return []
  const days = await daysOfCertificate(publicUrl, now())
  return days < RENEW_DAYS ? [shopCause('certificate_ending', { days })] : []
}
const RENEW_DAYS = 14
