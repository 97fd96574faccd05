import { contract } from '#contract/index.ts'
import { module } from '#server/platform/module.ts'
import { stockTakeRoutes } from './stock-takes/routes.ts'
import { stockRoutes } from './store-stock/routes.ts'

export const stock = module({
  routes({ mount, context }) {
    mount(contract.stock, stockRoutes(context))
    mount(contract.stockTakes, stockTakeRoutes(context))
  },
})
