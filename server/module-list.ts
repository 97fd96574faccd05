import type { Mail } from './adapters/email/email.ts'
import type { Geocoder } from './adapters/geocoder/geocoder.ts'
import type { ProductData } from './adapters/product-data/product-data.ts'
import type { FetchRemoteImage } from './adapters/remote-image/remote-image.ts'
import type { SmsGateway } from './adapters/sms/sms.ts'
import { accounts } from './modules/accounts/module.ts'
import { administration } from './modules/administration/module.ts'
import { catalogue } from './modules/catalogue/module.ts'
import type { ImportStock } from './modules/catalogue/product-imports/apply-goods.ts'
import { messaging } from './modules/messaging/module.ts'
import type { PushServices } from './modules/messaging/push/send-delivery.ts'
import type { CleanUpRules } from './modules/operations/clean-up/clean-up.ts'
import { operations } from './modules/operations/module.ts'
import type { AfterPreorderChange } from './modules/orders/admin-orders/change-status.ts'
import type { PlacePreorder } from './modules/orders/checkout/place-order.ts'
import { orders } from './modules/orders/module.ts'
import { payments } from './modules/payments/module.ts'
import type { PaymentWorker } from './modules/payments/order-payments/payment-worker.ts'
import type { RefundWorker } from './modules/payments/refunds/refund-worker.ts'
import { preorders } from './modules/preorders/module.ts'
import { stock } from './modules/stock/module.ts'
import type { StoreOrders } from './modules/stores/admin-stores/archive-store.ts'
import type { DoorWorker } from './modules/stores/doors/door-worker.ts'
import { stores } from './modules/stores/module.ts'
import type { Context } from './platform/context.ts'
import type { ListExports } from './platform/files/list-table.ts'
import type { Module, ReadGauges } from './platform/module.ts'
import { PLATFORM_PERSONAL_DATA } from './platform/personal-data/platform-tables.ts'
import type { PersonalDataRegister } from './platform/personal-data/register.ts'
import type { StoresOfRecords } from './platform/rights/store-finder.ts'
import { joinSettlementHooks } from './platform/settlement-hooks.ts'

/** The parts of this server that drive payments, refunds and door codes to their outcomes. */
export type Workers = { payments: PaymentWorker; refunds: RefundWorker; doors: DoorWorker }
/** What modules need besides the context: workers, adapters, hooks of stock in imports, of orders in stores and of pre-orders in orders, and what all modules declare. */
export type Services = Workers & {
  push: PushServices
  mail: Mail
  sms: { gateways: readonly SmsGateway[] }
  geocoder: Geocoder | undefined
  productData: ProductData | undefined
  fetchRemoteImage: FetchRemoteImage
  importStock: ImportStock
  storeOrders: StoreOrders
  placePreorder: PlacePreorder
  afterPreorderChange: AfterPreorderChange
  journalDir: string | undefined
  gauges: readonly ReadGauges[]
  cleanUp: CleanUpRules
  exports: ListExports
  personalData: PersonalDataRegister
}

/** In the order in which they may use each other: a module imports only those before it (scripts/import-law.ts). */
export const MODULES: readonly Module<Services>[] = [
  catalogue,
  stores,
  messaging,
  stock,
  payments,
  orders,
  preorders,
  accounts,
  administration,
  operations,
]

export const SETTLEMENT = joinSettlementHooks(MODULES.flatMap(({ settlement }) => settlement ?? []))
/** Does not compile while a kind of record has none. */
export const STORES_OF_RECORDS: StoresOfRecords = {
  ...stock.storesOfRecords,
  ...payments.storesOfRecords,
  ...orders.storesOfRecords,
  ...operations.storesOfRecords,
}
export const GAUGES = MODULES.flatMap(({ gauges = [] }) => gauges)
export const CLEAN_UP_RULES: CleanUpRules = {
  retention: MODULES.flatMap(({ retention = [] }) => retention),
  repairs: MODULES.flatMap(({ repairs = [] }) => repairs),
}

/** Does not compile while a list of the contract has no export. */
export const getListExports = (context: Context): ListExports => ({
  ...catalogue.exports(context),
  ...stores.exports(context),
  ...stock.exports(context),
  ...orders.exports(context),
  ...preorders.exports(context),
  ...accounts.exports(context),
  ...administration.exports(context),
})

/** Does not compile while a table has no class. */
export const PERSONAL_DATA: PersonalDataRegister = {
  ...PLATFORM_PERSONAL_DATA,
  ...catalogue.personalData,
  ...stores.personalData,
  ...messaging.personalData,
  ...stock.personalData,
  ...payments.personalData,
  ...orders.personalData,
  ...preorders.personalData,
  ...accounts.personalData,
  ...administration.personalData,
  ...operations.personalData,
}
