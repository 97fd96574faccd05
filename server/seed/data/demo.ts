import { readFileSync } from 'node:fs'
import { OPERATOR } from './operator.ts'
import { PREORDER_EVENTS } from './preorder-events.ts'
import { readProducts } from './read-products.ts'
import { STORES } from './stores.ts'
import { SUPPLIERS } from './suppliers.ts'
import type { Demo, DemoProduct } from './types.ts'
import { USERS } from './users.ts'
import { VAT_CLASSES } from './vat-classes.ts'

/** Sort orders are 100 apart between shelves and 10 apart between products, to leave room for more. */
const PRODUCTS = new URL('products.csv', import.meta.url)

let products: readonly DemoProduct[] | undefined

/** The whole demo shop. The file is read when an empty shop is filled, not at each start. */
export const DEMO: Demo = {
  operator: OPERATOR,
  vatClasses: VAT_CLASSES,
  suppliers: SUPPLIERS,
  stores: STORES,
  get products() {
    return (products ??= readProducts(readFileSync(PRODUCTS, 'utf8')))
  },
  users: USERS,
  preorderEvents: PREORDER_EVENTS,
}
