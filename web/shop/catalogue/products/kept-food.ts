import { queryOptions } from '@tanstack/react-query'
import { foodInformation, type ShownFood, shownFood } from '#contract/catalogue/food-information.ts'
import { eraseStored, readStored, storedKeys, writeStored } from '#web/kit/api/browser-storage.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { ANSWER_PREFIX } from '#web/kit/api/kept-values.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'

/** Food information that was loaded once is kept, to read without a network. A full storage drops it first. */
const PREFIX = `${ANSWER_PREFIX}food-`
const MOST_KEPT = 50

export function keptFood(productId: number): ShownFood | undefined {
  try {
    return shownFood.safeParse(JSON.parse(readStored(PREFIX + productId) ?? 'null')).data
  } catch {
    return undefined
  }
}

export function keepFood(food: ShownFood): void {
  const own = PREFIX + food.product_id
  writeStored(own, JSON.stringify(food), 'answer')
  const others = storedKeys(PREFIX).filter(key => key !== own)
  for (const key of others.slice(0, Math.max(0, others.length + 1 - MOST_KEPT))) eraseStored(key)
}

/** What is known of a product as a food. The sheet shows its errors itself. */
export const foodQuery = (productId: number) =>
  queryOptions({
    queryKey: queryKeyOf(foodInformation.show, { params: { id: productId } }),
    queryFn: async ({ signal }) => {
      const food = await callApi(foodInformation.show, { params: { id: productId }, signal })
      keepFood(food)
      return food
    },
    initialData: () => keptFood(productId),
    // What is kept is shown at once, and refetched at once.
    initialDataUpdatedAt: 0,
    meta: { isBackground: true, showsOwnError: true },
  })
