import type { AdminHome, WaitingWork } from '#contract/administration/dashboard.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { OfficeAccess } from '#domain/accounts/store-rights.ts'
import { StoreScope } from '#domain/accounts/store-scope.ts'
import { shopDate } from '#domain/shop-date.ts'
import { countProductFaults } from '#server/modules/catalogue/admin-products/match-products.ts'
import { findTestingStores } from '#server/modules/payments/closings/find-closings.ts'
import { findMissingSellerDetails } from '#server/modules/stores/seller/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { findChecklist, toOpenSteps } from './find-checklist.ts'
import { comparedSince, findSalesFigures } from './find-sales-figures.ts'
import { findAttention, findPreorders, findShort, findStores, findUsedTerminals, findShopState } from './queries.ts'
import { findUnknownCodes } from './unknown-codes.ts'

/** The counts of open tasks for the menu: only those that the user has the right to do. */
export async function countWaiting({ db, now }: Context, user: SignedIn): Promise<WaitingWork> {
  const stores = await findStores(db)
  const getIds = (access: OfficeAccess) => {
    const scope = StoreScope.ofPerson(user, access)
    return stores.flatMap(({ id }) => (scope.has(id) ? [id] : []))
  }
  const ids = getIds('keeper')
  const shelves = getIds('helper')
  const published = stores.flatMap(each => (each.published && shelves.includes(each.id) ? [each.id] : []))
  const [codes, short, { orders }, { overdue, withdrawn }] = await Promise.all([
    findUnknownCodes(db, { storeIds: getIds('admin'), language: 'en', at: now() }),
    findShort(db, published, 'en'),
    findAttention(db, ids),
    findPreorders(db, ids, now()),
  ])
  const products = short.stores.reduce((sum, store) => sum + store.low + store.out + store.negative, 0)
  return { codes: codes.total, shortages: products, orders, preorders: overdue + withdrawn }
}

type HomeQuery = { storeId: number | undefined; language: LanguageCode; user: SignedIn }

/** The first page of the back office, of one store or of all. */
export async function getHome(context: Context, { storeId, language, user }: HomeQuery) {
  const { db, now, config } = context
  const at = now()
  const all = await findStores(db)
  const stores = all.filter(({ id }) => storeId === undefined || id === storeId)
  if (storeId !== undefined && stores.length === 0) return refuse('store.notFound')
  const ids = stores.map(({ id }) => id)
  const published = stores.filter(each => each.published).map(({ id }) => id)
  const testing = await findTestingStores(db, comparedSince(at))
  const [figures, short, productFaults, attention, preorders, terminals, unknown_codes, state, seller, list] =
    await Promise.all([
      findSalesFigures(db, { stores, now: at, testing }),
      findShort(db, published, language),
      countProductFaults(db, shopDate(at)),
      findAttention(db, ids),
      findPreorders(db, ids, at),
      findUsedTerminals(db, ids),
      findUnknownCodes(db, { storeIds: ids, language, at }),
      findShopState(db, at),
      findMissingSellerDetails(db),
      findChecklist(context, user),
    ])
  const home: AdminHome = {
    at: at.toISOString(),
    // An archived store has no current day; what it sold in these weeks stays in the figures.
    stores: all
      .filter(({ archived_at: archivedAt }) => archivedAt === null)
      .map(({ id, name, published: isPublished }) => ({ id, name, published: isPublished })),
    open_for_tests: config.demo ? [] : openForTests(all),
    ...figures,
    is_test: testing === undefined,
    stores_with_shortages: short.stores,
    scarce_product_names: short.names,
    ...productFaults,
    attention,
    preorders,
    terminals,
    unknown_codes,
    seller_missing: all.some(each => each.published) ? seller : [],
    checklist: list.isDismissed ? [] : toOpenSteps(list.steps, config),
    ...state,
  }
  return home
}

/** The stores in which shoppers get the goods for free. */
const openForTests = (stores: Awaited<ReturnType<typeof findStores>>): number[] =>
  stores.flatMap(({ id, published, payment_mode: mode }) => (published && mode === 'test' ? [id] : []))
