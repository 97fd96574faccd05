import type { Insertable } from 'kysely'
import { type FoodInformation, NO_FOOD_INFORMATION } from '#domain/catalogue/food-information.ts'
import { matchCompleteness } from '#server/modules/catalogue/food-information/queries.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import type { Texts } from '#server/platform/schema/table-types/columns.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type ProductRow<Table extends keyof Database> = Partial<Insertable<Database[Table]>>

/** Adds a published store; returns its id. */
export async function addStore({ kysely: db }: DatabaseHandle, store: ProductRow<'store'> = {}): Promise<number> {
  const plain = { name: 'A store', address: 'Kylätie 1', latitude: 60.2, longitude: 23, published: true }
  const { id } = await db
    .insertInto('store')
    .values({ ...plain, ...store })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds a VAT class with its rates in basis points, by the date from which they apply; returns its id. */
export async function addVatClass(
  { kysely: db }: DatabaseHandle,
  { name, rates }: { name: string; rates: Record<string, number> },
): Promise<number> {
  const { id } = await db.insertInto('vat_class').values({ name }).returning('id').executeTakeFirstOrThrow()
  const dated = Object.entries(rates)
  await db
    .insertInto('vat_rate')
    .values(dated.map(([valid_from, rate_basis_points]) => ({ vat_class_id: id, valid_from, rate_basis_points })))
    .execute()
  return id
}

type NewProduct = ProductRow<'product'> &
  Pick<ProductRow<'product_version'>, 'price_cents' | 'deposit_cents' | 'unit'> & {
    names?: Partial<Texts>
    texts?: Partial<Texts>
    vatClassId: number
  }

/** Adds a product with one version; returns its id. */
export async function addProduct({ kysely: db }: DatabaseHandle, product: NewProduct): Promise<number> {
  const {
    names = { en: 'Milk' },
    texts = {},
    vatClassId,
    price_cents = 100,
    deposit_cents = 0,
    unit = 'kpl',
    ...columns
  } = product
  const supplier = await db.insertInto('supplier').values({ name: 'A farm' }).returning('id').executeTakeFirstOrThrow()
  const plain = { supplier_id: supplier.id, product_type: 'standard', product_code_type: 'standard' } as const
  const { id } = await db
    .insertInto('product')
    .values({ ...plain, descriptions: JSON.stringify(texts), ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('product_version')
    .values({
      product_id: id,
      names: JSON.stringify(names),
      price_cents,
      deposit_cents,
      unit,
      vat_class_id: vatClassId,
      is_current: true,
    })
    .execute()
  return id
}

/** Saves the food information of products; without `food`, that they are not foods, so that any event may sell them. */
export async function addFoodInformation(
  { kysely: db }: DatabaseHandle,
  productIds: readonly number[],
  food: Partial<FoodInformation> = { kind: 'not_food' },
): Promise<void> {
  const content = JSON.stringify({ ...NO_FOOD_INFORMATION, ...food })
  const rows = productIds.map(product_id => ({
    product_id,
    content,
    sources: '{}',
    complete_in: [],
    updated_at: new Date(0),
  }))
  await db.insertInto('food_information').values(rows).execute()
  await matchCompleteness(db, productIds, new Date())
}
