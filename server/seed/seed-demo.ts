import { sql } from 'kysely'
import { FOOD_LANGUAGES, NO_FOOD_INFORMATION, sourcesAfter } from '#domain/catalogue/food-information.ts'
import { missingFoodInformation } from '#domain/catalogue/missing-food-information.ts'
import { DAY_MS } from '#domain/durations.ts'
import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { DEMO } from '#server/seed/demo-data/demo.ts'
import { DEMO_FOODS } from '#server/seed/demo-data/foods.ts'
import type {
  DemoEvent,
  DemoOperator,
  DemoProduct,
  DemoSupplier,
  DemoUser,
  StoreKey,
  SupplierKey,
} from '#server/seed/demo-data/types.ts'
import { insertHistory } from './history/insert-history.ts'
import { type Ids, idsByText } from './ids.ts'
import { insertGroups, insertPurchasePrices, insertProducts } from './insert-products.ts'
import { type SeedContext, insertStock, countShelves, insertStores } from './seed-stores.ts'
import { insertVatClasses } from './seed-vat-classes.ts'

/** Accounts that can sign in at once. They are marked as having signed in, since others are purged after a day. */
async function insertUsers(
  db: Trx,
  users: readonly DemoUser[],
  { storeIds, now }: { storeIds: Ids<StoreKey>; now: Date },
): Promise<void> {
  const languages = await db.selectFrom('language').select(['id', 'code']).execute()
  const languageIds = new Map(languages.map(({ code, id }) => [code, id]))
  const fallback = Math.min(...languageIds.values())
  const rows = users.map(user => ({
    email: user.email,
    phone: user.phone,
    is_verified: user.isVerified,
    is_admin: user.isAdmin,
    language_id: languageIds.get(user.language) ?? fallback,
    active_store_id: storeIds.getId(user.activeStore),
    last_login_at: now,
  }))
  await db.insertInto('app_user').values(rows).execute()
}

async function insertSuppliers(db: Trx, suppliers: readonly DemoSupplier[]): Promise<Ids<SupplierKey>> {
  const rows = await db
    .insertInto('supplier')
    .values(
      suppliers.map(({ name, email, leadDays, orderDays, minOrderCents }) => ({
        name,
        email,
        language: 'fi' as const,
        lead_days: leadDays,
        order_days: orderDays,
        min_order_cents: minOrderCents,
      })),
    )
    .returning(['id', 'name as text'])
    .execute()
  return idsByText(
    suppliers.map(({ key, name }) => ({ key, text: name })),
    rows,
  )
}

/** The operator's single row exists from the migration on, empty. */
async function insertOperator(db: Trx, operator: DemoOperator, now: Date): Promise<void> {
  const { name, businessId: business_id, address, email, phone, terms } = operator
  await db.updateTable('operator').set({ name, business_id, address, email, phone }).execute()
  await db
    .insertInto('terms_version')
    .values({ texts: JSON.stringify(terms), published_at: now })
    .execute()
}

/** Accounts for signing in to the demo shop, by an emailed link in the development mailbox. */
export const DEMO_ACCOUNTS = DEMO.users.map(({ email, isAdmin }) => ({ email, isAdmin }))

/** `history`: also eight weeks of sales before now, in this currency. */
type SeedDemoOptions = { history?: { currency: string } | undefined }

/** Fills an empty database with the demo shop. A database with a store stays unchanged. */
export const seedDemo = (db: Db, now: Date, { history }: SeedDemoOptions = {}): Promise<void> =>
  inTransaction(db, async transaction => {
    // Two servers may start on one empty database: the second waits for this lock, and then finds the first one's stores.
    await transaction.selectFrom('operator').select('id').forUpdate().execute()
    if (await hasStores(transaction)) return
    await insertDemo(transaction, { now, history })
  })

const hasStores = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('store').select('id').limit(1).executeTakeFirst()) !== undefined

async function insertDemo(db: Trx, { now, history }: SeedDemoOptions & { now: Date }): Promise<void> {
  await insertOperator(db, DEMO.operator, now)
  const vatClassIds = await insertVatClasses(db, DEMO.vatClasses)
  const supplierIds = await insertSuppliers(db, DEMO.suppliers)
  const storeIds = await insertStores(db, DEMO.stores)
  const groupByKey = await insertGroups(db)
  const productIds = await insertProducts(db, DEMO.products, { vatClassIds, supplierIds, getGroup: groupByKey })
  await insertPurchasePrices(db, { productIds, supplierIds, now })
  await insertFoods(db, { productIds, now })
  const belonging = { storeIds, productIds, now }
  await insertStock(db, DEMO.products, belonging)
  for (const event of DEMO.preorderEvents) await insertEvent(db, event, { ...belonging, status: 'open' })
  await insertUsers(db, DEMO.users, { storeIds, now })
  if (history) {
    const insertPast = (trx: Trx, event: DemoEvent, status: 'open' | 'closed') =>
      insertEvent(trx, event, { ...belonging, status })
    await insertHistory(db, { demo: DEMO, ...belonging, ...history, insertEvent: insertPast })
  } else await countShelves(db, belonging)
}

/** What is known of some products as foods, all of it from their suppliers. */
async function insertFoods(db: Trx, { productIds, now }: Pick<SeedContext, 'productIds' | 'now'>) {
  const rows = Object.entries(DEMO_FOODS).map(([key, demoFood]) => {
    const food = { ...NO_FOOD_INFORMATION, ...demoFood }
    const origin = { source: 'supplier', recorded_on: shopDate(now) } as const
    const { names, perishable, content } = requireProduct(DEMO.products.find(product => product.key === key))
    const product = { names, perishable, hasContent: content !== null, labels: [] }
    return {
      product_id: productIds.getId(key),
      content: JSON.stringify(food),
      sources: JSON.stringify(sourcesAfter({}, { before: NO_FOOD_INFORMATION, after: food, ...origin })),
      complete_in: FOOD_LANGUAGES.filter(each => missingFoodInformation(food, product, [each]).length === 0),
      updated_at: now,
    }
  })
  await db.insertInto('food_information').values(rows).execute()
}

function requireProduct(product: DemoProduct | undefined): DemoProduct {
  if (!product) throw new Error('The demo data has food information of no product')
  return product
}

/** How long before its start an event that is over was made. */
const PREPARED_DAYS = 16

/** Inserts an event, dated relative to the seeding, with its products and stores; resolves to its id. */
async function insertEvent(
  db: Trx,
  event: DemoEvent,
  { storeIds, productIds, now, status }: SeedContext & { status: 'open' | 'closed' },
): Promise<number> {
  const start_date = plusDays(shopDate(now), event.startsInDays)
  const created_at = status === 'open' ? now : new Date(Date.parse(start_date) - PREPARED_DAYS * DAY_MS)
  const { id: event_id } = await db
    .insertInto('preorder_event')
    .values({
      names: sql`${JSON.stringify(event.names)}::jsonb`,
      descriptions: sql`${JSON.stringify(event.descriptions)}::jsonb`,
      start_date,
      end_date: plusDays(start_date, event.lastsDays - 1),
      status,
      created_at,
      updated_at: created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('preorder_event_store')
    .values(event.stores.map(key => ({ event_id, store_id: storeIds.getId(key) })))
    .execute()
  await db
    .insertInto('preorder_event_item')
    .values(
      event.items.map(({ product, capPieces }, position) => ({
        event_id,
        product_id: productIds.getId(product),
        position,
        cap_thousandths: capPieces === null ? null : capPieces * 1000,
      })),
    )
    .execute()
  return event_id
}
