import { sql } from 'kysely'
import {
  type AdminHome,
  CHECKLIST_STEPS,
  type ChecklistStep,
  type SalesComparison,
  type Figures,
  type HourOfSales,
  SETUP_STEPS,
  type StoreSales,
  type WaitingWork,
} from '#contract/administration/dashboard.ts'
import type { contract } from '#contract/index.ts'
import type { LanguageCode } from '#contract/values.ts'
import { mustBeAuthorised } from '#domain/administration/shop-status.ts'
import { eurosFromCents, roundHalfAwayFromZero } from '#domain/money.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Config } from '#server/config/config.ts'
import { countProductFaults } from '#server/modules/catalogue/admin-products/match-products.ts'
import { findTestingStores } from '#server/modules/payments/closings/find-closings.ts'
import { findMissingSeller } from '#server/platform/company/queries.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import {
  forgetMilestone,
  isSenderConfirmed,
  type Milestone,
  reachMilestone,
} from '#server/platform/settings/milestones.ts'
import { getStatus } from './get-status.ts'
import {
  findAttention,
  findPreorders,
  findShort,
  findStores,
  findUnknownCodes,
  findUsedTerminals,
  comparedSince,
  findGivenBack,
  findLeftOut,
  findSales,
  type SalesRow,
} from './queries.ts'

export function adminHomeRoutes(context: Context): Handlers<typeof contract.adminHome> {
  return {
    get: ({ query, language, user }) => getHome(context, { storeId: query.store_id, language, user }),

    status: ({ user }) => getStatus(context, user),

    waiting: () => countWaiting(context),

    checklist: async ({ user }) => (await findChecklist(context, user)).steps,

    async confirmSmsSender({ body }) {
      const name = 'smsSenderAuthorised'
      if (body.is_authorised) await reachMilestone(context, name, context.config.smsSender)
      else await forgetMilestone(context, name)
      return {}
    },

    async putAwayChecklist({ body: { away } }) {
      await (away ? reachMilestone : forgetMilestone)(context, 'checklistPutAway')
      return {}
    },

    dismissCode: ({ params: { code }, user }) => dismissCode(context, { code, userId: user.userId }),
  }
}

async function countWaiting({ db, now }: Context): Promise<WaitingWork> {
  const stores = await findStores(db)
  const ids = stores.map(({ id }) => id)
  const published = stores.filter(each => each.published).map(({ id }) => id)
  const [codes, short, { orders }, { overdue, withdrawn }] = await Promise.all([
    findUnknownCodes(db, { storeIds: ids, language: 'en', at: now() }),
    findShort(db, published, 'en'),
    findAttention(db, ids),
    findPreorders(db, ids, now()),
  ])
  const products = short.stores.reduce((sum, store) => sum + store.low + store.out + store.negative, 0)
  return { codes: codes.total, short: products, orders, preorders: overdue + withdrawn }
}

type DismissCodeInput = { code: string; userId: number }

/** Removes all reports of a code. Codes have no audit log, so the server log contains which admin did it. */
async function dismissCode({ db, log }: Context, { code, userId }: DismissCodeInput): Promise<{ removed: number }> {
  const { numDeletedRows } = await db.deleteFrom('unknown_code_report').where('code', '=', code).executeTakeFirst()
  const removed = Number(numDeletedRows)
  if (removed > 0) log.info({ code, userId, removed }, 'an admin dismissed the reports of an unknown barcode')
  return { removed }
}

type HomeQuery = { storeId: number | undefined; language: LanguageCode; user: SignedIn }

/** The first page of the back office, of one store or of all. */
async function getHome(context: Context, { storeId, language, user }: HomeQuery) {
  const { db, now, config } = context
  const at = now()
  const all = await findStores(db)
  const stores = all.filter(({ id }) => storeId === undefined || id === storeId)
  if (storeId !== undefined && stores.length === 0) return refuse('store.notFound')
  const ids = stores.map(({ id }) => id)
  const published = stores.filter(each => each.published).map(({ id }) => id)
  const testing = await findTestingStores(db, comparedSince(at))
  const asked = { stores, now: at, testing }
  const [
    sales,
    givenBack,
    leftOut,
    short,
    productFaults,
    attention,
    preorders,
    terminals,
    unknown_codes,
    state,
    seller,
    list,
  ] = await Promise.all([
    findSales(db, asked),
    findGivenBack(db, asked),
    findLeftOut(db, asked),
    findShort(db, published, language),
    countProductFaults(db, shopDate(at)),
    findAttention(db, ids),
    findPreorders(db, ids, at),
    findUsedTerminals(db, ids),
    findUnknownCodes(db, { storeIds: ids, language, at }),
    findShopState(db, at),
    findMissingSeller(db),
    findChecklist(context, user),
  ])
  const home: AdminHome = {
    at: at.toISOString(),
    // An archived store has no current day; what it sold in these weeks stays in the figures.
    stores: all
      .filter(({ archived_at: archivedAt }) => archivedAt === null)
      .map(({ id, name, published: isPublished }) => ({ id, name, published: isPublished })),
    open_for_tests: config.demo ? [] : openForTests(all),
    ...addUpSales(sales, givenBack, stores),
    are_tests: testing === undefined,
    tests_left_out: leftOut,
    short_stores: short.stores,
    short_names: short.names,
    ...productFaults,
    attention,
    preorders,
    terminals,
    unknown_codes,
    seller_missing: all.some(each => each.published) ? seller : [],
    checklist: list.isPutAway ? [] : unfinished(list.steps, config),
    ...state,
  }
  return home
}

/** The stores in which shoppers get the goods for free. */
const openForTests = (stores: Awaited<ReturnType<typeof findStores>>): number[] =>
  stores.flatMap(({ id, published, payment_mode: mode }) => (published && mode === 'test' ? [id] : []))

type GivenBack = Awaited<ReturnType<typeof findGivenBack>>
type Period = 'today' | 'day' | 'week' | 'before'
type StoreName = { id: number; name: string; published: boolean }

const sold = (row: SalesRow | undefined, period: Period | 'whole') => ({
  sales: eurosFromCents(row?.[`${period}_cents`] ?? 0),
  purchases: row?.[`${period}_count`] ?? 0,
})

function figures(rows: readonly SalesRow[], givenBack: GivenBack, period: Period): Figures {
  const cents = rows.reduce((sum, row) => sum + row[`${period}_cents`], 0)
  const purchases = rows.reduce((sum, row) => sum + row[`${period}_count`], 0)
  return {
    sales: eurosFromCents(cents),
    purchases,
    average: purchases > 0 ? eurosFromCents(roundHalfAwayFromZero(cents, purchases)) : null,
    refunds: givenBack[`${period}_count`],
    refunded: eurosFromCents(givenBack[`${period}_cents`]),
  }
}

/** The figures of all stores together, by the hour and by the store. */
function addUpSales(rows: readonly SalesRow[], givenBack: GivenBack, stores: readonly StoreName[]) {
  const ofStores = rows.filter(({ store_id }) => store_id !== null)
  const byId = new Map(ofStores.map(row => [row.store_id, row]))
  const compared = (now: Period, before: Period): SalesComparison => ({
    now: figures(ofStores, givenBack, now),
    before: figures(ofStores, givenBack, before),
  })
  const hours = rows.flatMap((row): HourOfSales[] =>
    row.hour === null ? [] : [{ hour: row.hour, now: sold(row, 'today'), before: sold(row, 'whole') }],
  )
  const sales_by_store = stores.flatMap(({ id, name, published }): StoreSales[] => {
    const row = byId.get(id)
    if (!published && !row) return []
    const today = { now: sold(row, 'today'), before: sold(row, 'day') }
    return [{ id, name, today, week: { now: sold(row, 'week'), before: sold(row, 'before') } }]
  })
  return {
    today: compared('today', 'day'),
    week: compared('week', 'before'),
    hours: hours.toSorted((a, b) => a.hour - b.hour),
    sales_by_store,
  }
}

type ShopState = Pick<AdminHome, 'invariants' | 'undelivered'>

type ShopStateRow = {
  checked_at: Date | null
  violations: { invariant: string; rows: number; since: string }[]
  mails: number
  sms: number
  failed_at: Date | null
}

/** The state that does not depend on a store, in one statement. */
async function findShopState(db: Db, now: Date): Promise<ShopState> {
  const { rows } = await sql<ShopStateRow>`
    SELECT looks.*, messages.*
    FROM (
      SELECT max(checked_at) AS checked_at, coalesce(jsonb_agg(
          jsonb_build_object('invariant', invariant, 'rows', violations, 'since', violated_since) ORDER BY violated_since, invariant)
        FILTER (WHERE violations > 0), '[]') AS violations FROM invariant_check) looks,
    (
      SELECT count(*) FILTER (WHERE kind <> 'sms') AS mails, count(*) FILTER (WHERE kind = 'sms') AS sms,
        max(sent_at) AS failed_at FROM outbox_message
      WHERE state = 'failed' AND kind <> 'push' AND sent_at > ${now}::timestamptz - interval '24 hours') messages`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a state without a row')
  return {
    invariants: {
      checked_at: row.checked_at?.toISOString() ?? null,
      violations: row.violations.map(({ since, ...what }) => ({ ...what, since: new Date(since).toISOString() })),
    },
    undelivered: { mails: row.mails, sms: row.sms, last_at: row.failed_at?.toISOString() ?? null },
  }
}

type Step = ChecklistStep['step']
/** The steps whose state follows from the configuration and the caller's session. */
type SetUpStep = 'email' | 'sms' | 'backup' | 'passkey'
type ChecklistRow = { is_put_away: boolean; done: Record<Exclude<Step, SetUpStep>, boolean> }

const milestone = (name: Milestone) => sql`EXISTS (SELECT 1 FROM shop_milestone WHERE name = ${sql.lit(name)})`

// An operator without a phone number is complete. A sale with a test payment counts.
const doneWith = (sender: string | undefined) => sql`jsonb_build_object(
  'company', EXISTS (SELECT 1 FROM operator WHERE '' NOT IN (name, business_id, address, email)),
  'terms', EXISTS (SELECT 1 FROM terms_version),
  'store', EXISTS (SELECT 1 FROM store WHERE archived_at IS NULL),
  'products', EXISTS (
    SELECT 1 FROM store_stock JOIN product ON product.id = product_id JOIN store ON store.id = store_id
    WHERE offered AND product.enabled AND store.archived_at IS NULL),
  'sale', EXISTS (SELECT 1 FROM customer_order WHERE status = 'complete'),
  'terminal', ${milestone('terminalTested')} AND EXISTS (
    SELECT 1 FROM terminal JOIN store ON store.id = terminal.store_id
    WHERE store.published AND store.payment_mode = 'terminal' AND terminal.provider <> 'test'
      AND terminal.retired_at IS NULL),
  'smsSender', ${isSenderConfirmed(sender)},
  'labels', ${milestone('labelsPrinted')})`

const isSetup = ({ step }: ChecklistStep) => SETUP_STEPS.some(each => each === step)

/**
 * A shop that has done everything needs no checklist. A demo never goes live: its checklist ends with the first sale, and the page
 * of the set-up still has all steps.
 */
function unfinished(steps: readonly ChecklistStep[], { demo }: Config): ChecklistStep[] {
  const own = demo ? steps.filter(isSetup) : [...steps]
  return own.every(({ done }) => done) ? [] : own
}

/** The steps of a new shop, and whether an admin has dismissed them. */
async function findChecklist({ db, config }: Context, user: SignedIn) {
  const { rows } =
    await sql<ChecklistRow>`SELECT ${milestone('checklistPutAway')} AS is_put_away, ${doneWith(config.smsSender)} AS done`.execute(
      db,
    )
  const [row] = rows
  if (!row) throw new Error('a state without a row')
  const done: Record<Step, boolean> = {
    ...row.done,
    // The admin has logged in by an email and verified a phone by an SMS: configured channels have worked at least once.
    email: config.smtpUrl !== undefined,
    sms: config.smsGateways.length > 0,
    smsSender: row.done.smsSender || !mustBeAuthorised({ sender: config.smsSender, countries: config.smsCountries }),
    backup: config.backupTime !== undefined,
    passkey: user.passkey !== 'none',
  }
  return { isPutAway: row.is_put_away, steps: CHECKLIST_STEPS.map(step => ({ step, done: done[step] })) }
}
