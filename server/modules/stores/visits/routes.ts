import type { contract } from '#contract/index.ts'
import { recordAlcoholScans } from '#server/modules/stores/staffed-time/alcohol-scans.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { startShopping } from './record-visit.ts'

export const shoppingRoutes = (context: Context): Handlers<typeof contract.shopping> => ({
  async start({ user: { userId, activeStoreId } }) {
    if (activeStoreId !== null) await startShopping(context, { userId, storeId: activeStoreId })
    return {}
  },

  async scanAlcohol({ user: { userId, activeStoreId: storeId }, body }) {
    if (storeId !== null) await recordAlcoholScans(context, { userId, storeId, productIds: [body.product_id] })
    return {}
  },
})
