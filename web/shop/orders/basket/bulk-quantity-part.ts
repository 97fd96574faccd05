import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'

/** Asked for goods sold by a quantity that the shopper types. */
export const { Part: BulkQuantityDialog, preload: preloadBulkQuantity } = lazyPart(
  async () => (await import('./bulk-quantity-dialog.tsx')).BulkQuantityDialog,
)
