import type { AdminHome } from '#contract/administration/dashboard.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findTestingStores } from '#server/modules/payments/closings/test-sales.ts'
import { findMissingSeller } from '#server/platform/company/missing-seller.ts'
import { addUpSales } from './add-up-sales.ts'
import { findShopState } from './find-shop-state.ts'
import { findAttention, findPreorders, findShort, findStores, findUnknownCodes, findUsedTerminals } from './queries.ts'
import { comparedSince, findGivenBack, findLeftOut, findSales } from './sales.ts'

type Asked = { storeId: number | undefined; language: LanguageCode }

/** The first page of the back office, of one store or of all. */
export async function showHome({ db, now }: Context, { storeId, language }: Asked) {
  const at = now()
  const all = await findStores(db)
  const stores = all.filter(({ id }) => storeId === undefined || id === storeId)
  if (storeId !== undefined && stores.length === 0) return refuse('store.notFound')
  const ids = stores.map(({ id }) => id)
  const published = stores.filter(each => each.published).map(({ id }) => id)
  const testing = await findTestingStores(db, comparedSince(at))
  const asked = { stores, now: at, testing }
  const [sales, givenBack, leftOut, short, attention, preorders, terminals, unknown_codes, state, seller] =
    await Promise.all([
      findSales(db, asked),
      findGivenBack(db, asked),
      findLeftOut(db, asked),
      findShort(db, published, language),
      findAttention(db, ids),
      findPreorders(db, ids, at),
      findUsedTerminals(db, ids),
      findUnknownCodes(db, ids),
      findShopState(db, at),
      findMissingSeller(db),
    ])
  const home: AdminHome = {
    at: at.toISOString(),
    // An archived store has no current day; what it sold in these weeks stays in the figures.
    stores: all
      .filter(({ archived_at: archivedAt }) => archivedAt === null)
      .map(({ id, name, published: isPublished }) => ({ id, name, published: isPublished })),
    ...addUpSales(sales, givenBack, stores),
    are_tests: testing === undefined,
    tests_left_out: leftOut,
    short_stores: short.stores,
    short_names: short.names,
    attention,
    preorders,
    terminals,
    unknown_codes,
    seller_missing: all.some(each => each.published) ? seller : [],
    ...state,
  }
  return home
}
