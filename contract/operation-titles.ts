import { accounts } from './accounts/operation-titles.ts'
import { administration } from './administration/operation-titles.ts'
import { catalogue } from './catalogue/operation-titles.ts'
import type { contract } from './index.ts'
import { messaging } from './messaging/operation-titles.ts'
import { operations } from './operations/operation-titles.ts'
import { orders } from './orders/operation-titles.ts'
import { payments } from './payments/operation-titles.ts'
import { preorders } from './preorders/operation-titles.ts'
import { stock } from './stock/operation-titles.ts'
import { stores } from './stores/operation-titles.ts'

type Contract = typeof contract

/** The modules, as the API's document tags their operations. Only the document needs this; browsers do not load it. */
export const MODULE_TITLES = {
  accounts,
  catalogue,
  stock,
  stores,
  orders,
  payments,
  preorders,
  messaging,
  administration,
  operations,
} as const

/** A title for each operation of the contract: one without a title does not compile. */
export const TITLES: { [Resource in keyof Contract]: Record<keyof Contract[Resource], string> } = {
  ...accounts.titles,
  ...catalogue.titles,
  ...stock.titles,
  ...stores.titles,
  ...orders.titles,
  ...payments.titles,
  ...preorders.titles,
  ...messaging.titles,
  ...administration.titles,
  ...operations.titles,
}
