import { DAY_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { makeSecrets, randomToken, sha256 } from '#server/platform/secrets/secrets.ts'
import { CARD_SERVICES, PHONE_SERVICES, type ServiceName } from '#test/faults/terminal/vendor-service.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addEvent, pickUpDays } from '#test/rows/preorder-events.ts'
import { addDatedProducts, addLots, type DatedProduct } from './dated-goods.ts'

/** Shared by all servers of a run, so that the run can sign in its shoppers by itself. */
export const SECRET = 'the secret of a fault run, which protects nothing at all'

export type Stocked = {
  /** `services`: the terminals of payment services, by their names; those for cards are also among `terminalIds`. */
  stores: { id: number; terminalIds: number[]; services: Partial<Record<ServiceName, number>> }[]
  products: number[]
  datedProducts: DatedProduct[]
  /** An event that accepts orders in every store. */
  event: { id: number; products: number[] }
  shoppers: SignedInShopper[]
  admin: SignedInShopper
}

export type SignedInShopper = { userId: number; storeId: number; headers: Record<string, string> }

export type StockPlan = {
  stores: number
  terminalsPerStore: number
  shoppers: number
  products?: number
  /** With goods that have lots and dates. */
  hasDates?: true | undefined
  provider: 'test' | 'jsonpos'
  /** Each store has one of those for phones, and the first terminal of every second store is of one of those for cards. */
  services?: readonly ServiceName[] | undefined
}

const OPENING_THOUSANDTHS = 1_000_000
const CARD_SERVICE_EVERY = 2
/** How many of each of the event's products can be booked: the first sells out at once. */
const CAPS = [20, 500, null]

/** Creates stores with terminals, products with an opening stock in the ledger, and signed-in shoppers. */
export function stockWorld(database: DatabaseHandle, plan: StockPlan): Promise<Stocked> {
  return database.kysely.transaction().execute(trx => stockIn({ ...database, kysely: trx }, plan))
}

async function stockIn(database: DatabaseHandle, plan: StockPlan): Promise<Stocked> {
  const food = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1350 } })
  const general = await addVatClass(database, { name: 'general', rates: { '2020-01-01': 2550 } })
  const products: number[] = []
  for (let number = 1; number <= (plan.products ?? 8); number++) {
    const vatClassId = number % 2 ? food : general
    const names = { en: `Product ${number}` }
    products.push(await addProduct(database, { names, vatClassId, price_cents: 95 + 37 * number }))
  }
  const datedProducts = plan.hasDates ? await addDatedProducts(database, food) : []
  const onShelves = [...products, ...datedProducts.map(({ id }) => id)]
  const eventProducts: number[] = []
  for (let number = 1; number <= CAPS.length; number++) {
    const goods = { names: { en: `Fish ${number}` }, vatClassId: food, price_cents: 500 + 110 * number }
    eventProducts.push(await addProduct(database, { ...goods, product_type: 'preorder' }))
  }
  const stores: Stocked['stores'] = []
  for (let number = 1; number <= plan.stores; number++) {
    const isCardService = number % CARD_SERVICE_EVERY === 0
    const names = {
      phone: pickInTurn(PHONE_SERVICES, plan, number),
      card: isCardService ? pickInTurn(CARD_SERVICES, plan, number / CARD_SERVICE_EVERY) : undefined,
    }
    stores.push(await addStockedStore(database, { ...plan, names }, onShelves))
  }
  await addLots(database, datedProducts)
  const caps = new Map(eventProducts.map((product, index) => [product, CAPS[index] ?? null]))
  const eventId = await addEvent(database.kysely, { stores: stores.map(({ id }) => id), caps, ...pickUpDays() })
  const shoppers = await addShoppers(database, { stores, numbers: { from: 1, count: plan.shoppers } })
  const admin = await addShopper(database, 0, stores[0]!.id)
  await database.kysely.updateTable('app_user').set({ is_admin: true }).where('id', '=', admin.userId).execute()
  return { stores, products, datedProducts, event: { id: eventId, products: eventProducts }, shoppers, admin }
}

function pickInTurn(among: readonly ServiceName[], { services = [] }: StockPlan, turn: number) {
  const chosen = among.filter(name => services.includes(name))
  return chosen[turn % chosen.length]
}

type NewShoppers = { stores: Stocked['stores']; numbers: { from: number; count: number } }

/** Signed-in people with these numbers, spread over all stores. */
export async function addShoppers(database: DatabaseHandle, { stores, numbers }: NewShoppers) {
  const shoppers: SignedInShopper[] = []
  for (let number = numbers.from; number < numbers.from + numbers.count; number++) {
    shoppers.push(await addShopper(database, number, stores[number % stores.length]!.id))
  }
  return shoppers
}

type StorePlan = StockPlan & { names: { phone: ServiceName | undefined; card: ServiceName | undefined } }

async function addStockedStore({ kysely: db, ...rest }: DatabaseHandle, plan: StorePlan, products: number[]) {
  const { phone, card } = plan.names
  const id = await addStore(
    { kysely: db, ...rest },
    {
      payment_mode: plan.provider === 'test' ? 'test' : 'terminal',
      enable_preorders: true,
    },
  )
  const terminals = await db
    .insertInto('terminal')
    .values(
      Array.from({ length: plan.terminalsPerStore }, (_, index) => ({
        store_id: id,
        name: `terminal ${index + 1}`,
        // The first one is chosen while it is free.
        provider: index === 0 ? (card ?? plan.provider) : plan.provider,
      })),
    )
    .returning('id')
    .execute()
  const app = phone && { store_id: id, name: phone, provider: phone }
  const [added] = app ? await db.insertInto('terminal').values(app).returning('id').execute() : []
  const opening = { store_id: id, quantity_thousandths: OPENING_THOUSANDTHS }
  await db
    .insertInto('store_stock')
    .values(products.map(product_id => ({ ...opening, product_id })))
    .execute()
  await db
    .insertInto('stock_move')
    .values(products.map(product_id => ({ ...opening, product_id, kind: 'delivery', reason: 'opening' })))
    .execute()
  const terminalIds = terminals.map(terminal => terminal.id)
  const serviceIds = { ...(phone && added && { [phone]: added.id }), ...(card && { [card]: terminalIds[0] }) }
  return { id, terminalIds, services: serviceIds }
}

async function addShopper({ kysely: db }: DatabaseHandle, number: number, storeId: number): Promise<SignedInShopper> {
  const user = await db
    .insertInto('app_user')
    .values({
      email: `shopper${number}@puoti.example`,
      phone: `+3584700${String(number).padStart(5, '0')}`,
      is_verified: true,
      language_id: 1001,
      active_store_id: storeId,
      last_login_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = randomToken()
  const expires_at = new Date(Date.now() + DAY_MS)
  await db
    .insertInto('session')
    .values({ token_sha256: sha256(token), user_id: user.id, expires_at })
    .execute()
  const headers = {
    cookie: `${SESSION_COOKIE}=${token}`,
    'x-csrf-token': csrfToken(makeSecrets(SECRET), token),
  }
  return { userId: user.id, storeId, headers }
}
