import type { FoodInput, AdminFood } from '#contract/catalogue/food-information.ts'
import { type FoodSource, sourcesAfter, type FoodInformation } from '#domain/catalogue/food-information.ts'
import { shopDate } from '#domain/shop-date.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { findFoods, writeFood, findAdminFood } from './queries.ts'

type SaveFoodInput = { productId: number; revision: number; form: FoodInput; source: FoodSource; author: Author }

/** Saves a form that is based on the newest revision. The product's own revision stays, so that its open form is not outdated. */
export const saveFood = ({ db }: Context, { productId, revision, form, source, author }: SaveFoodInput) =>
  inRefusableTransaction(db, async trx => {
    const product = trx.selectFrom('product').select('id').where('id', '=', productId).forNoKeyUpdate()
    const food = (await product.executeTakeFirst()) && (await findFoods(trx, [productId])).get(productId)
    if (!food) return refuse('notFound')
    if (food.revision !== revision) return refuse('record.changed', { current: await getAdminFood(trx, productId) })
    const after = withoutRepeats(form)
    const change = { before: { food: food.food }, after: { food: after } }
    if (await recordChange(trx, { kind: 'product', id: productId, ...change, author })) {
      const sources = sourcesAfter(food.sources, { before: food.food, after, source, recorded_on: shopDate(author.at) })
      await writeFood(trx, { productId, food: after, sources, at: author.at })
    }
    return getAdminFood(trx, productId)
  })

/** An allergen that the food contains is not also one that it may contain. */
const withoutRepeats = ({ allergens, ...form }: FoodInput): FoodInformation => ({
  ...form,
  allergens: allergens && {
    contains: [...new Set(allergens.contains)],
    may_contain: [...new Set(allergens.may_contain)].filter(each => !allergens.contains.includes(each)),
  },
})

async function getAdminFood(trx: Trx, productId: number): Promise<AdminFood> {
  const food = await findAdminFood(trx, productId)
  if (!food) throw new Error(`The product ${productId} is not there`)
  return food
}
