import { BAKERY } from './bakery.ts'
import { CHEESE_AND_EGGS } from './cheese-and-eggs.ts'
import { DAIRY } from './dairy.ts'
import { DRINKS } from './drinks.ts'
import { FISH_AND_MEAT } from './fish-and-meat.ts'
import { FREEZER } from './freezer.ts'
import { FRUIT_AND_VEGETABLES } from './fruit-and-vegetables.ts'
import { HOUSEHOLD } from './household.ts'
import { OPERATOR } from './operator.ts'
import { PANTRY } from './pantry.ts'
import { PREORDER_EVENTS } from './preorder-events.ts'
import { PREORDER_PRODUCTS } from './preorder-products.ts'
import { STORES } from './stores.ts'
import { SUPPLIERS } from './suppliers.ts'
import { SWEETS_AND_SNACKS } from './sweets-and-snacks.ts'
import type { Demo, DemoProductEntry } from './types.ts'
import { USERS } from './users.ts'
import { VAT_CLASSES } from './vat-classes.ts'

const SHELVES: readonly (readonly DemoProductEntry[])[] = [
  DAIRY,
  CHEESE_AND_EGGS,
  BAKERY,
  FISH_AND_MEAT,
  FRUIT_AND_VEGETABLES,
  FREEZER,
  PANTRY,
  SWEETS_AND_SNACKS,
  DRINKS,
  HOUSEHOLD,
  PREORDER_PRODUCTS,
]

/** The whole demo shop. Sort orders are 100 apart between shelves and 10 apart between products, to leave room for more. */
export const DEMO: Demo = {
  operator: OPERATOR,
  vatClasses: VAT_CLASSES,
  suppliers: SUPPLIERS,
  stores: STORES,
  products: SHELVES.flatMap((shelf, shelfIndex) =>
    shelf.map((product, index) => Object.assign({ sortOrder: (shelfIndex + 1) * 100 + index * 10 }, product)),
  ),
  users: USERS,
  preorderEvents: PREORDER_EVENTS,
}
