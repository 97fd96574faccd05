import { contract } from '#contract/index.ts'
import type { Module } from '#server/platform/module.ts'
import { storeFinder } from '#server/platform/rights/store-finder.ts'
import { markdownRuleRoutes } from './markdown-rules/routes.ts'
import { STOCK_PERSONAL_DATA } from './personal-data.ts'
import { purchaseOrderRoutes } from './purchasing/routes.ts'
import { lotLinkPages, reducedLotRoutes, savingRoutes } from './reduced-lots/routes.ts'
import { exportStockTakeLines } from './stock-takes/queries.ts'
import { stockTakeRoutes } from './stock-takes/routes.ts'
import { exportLedger } from './store-stock/ledger.ts'
import { STOCK_SETTLEMENT } from './store-stock/move-stock.ts'
import { exportStock } from './store-stock/queries.ts'
import { stockRoutes } from './store-stock/routes.ts'

export const stock = {
  routes({ http, mount, context }) {
    lotLinkPages(http)
    mount(contract.stock, stockRoutes(context))
    mount(contract.markdownRules, markdownRuleRoutes(context))
    mount(contract.reducedLots, reducedLotRoutes(context))
    mount(contract.savings, savingRoutes(context))
    mount(contract.stockTakes, stockTakeRoutes(context))
    mount(contract.purchaseOrders, purchaseOrderRoutes(context))
  },
  settlement: STOCK_SETTLEMENT,
  storesOfRecords: {
    delivery: storeFinder('delivery', 'stock_entry_id'),
    purchaseOrder: storeFinder('purchase_order', 'id'),
    stockTake: storeFinder('stock_take', 'id'),
  },
  exports: context => ({
    stock: exportStock(context),
    ledger: exportLedger(context),
    stockTakeLines: exportStockTakeLines(context),
  }),
  personalData: STOCK_PERSONAL_DATA,
} satisfies Module
