import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day } from '#contract/lists.ts'
import { id, pathId, reason } from '#contract/values.ts'
import { parsePurchasePrice } from '#domain/catalogue/purchase-price.ts'

/** Euros excluding VAT, with at most four decimals, of a piece, kilogram or litre. */
export const purchasePriceValue = z.number().check(z.refine(euros => parsePurchasePrice(euros) !== undefined))

const purchasePrice = z.object({
  supplier: z.object({ id, name: z.string() }),
  valid_from: z.string(),
  price: z.number(),
  /** In force today: the newest one of its supplier that has begun. */
  is_current: z.boolean(),
})
const priceHistory = z.array(purchasePrice)
export type PurchasePriceRow = z.output<typeof purchasePrice>

export const purchasePrices = {
  list: endpoint({
    method: 'GET',
    path: 'admin/products/:id/purchase-prices',
    description:
      'The purchase prices of a product from each supplier, excluding VAT, also earlier and later ones. The newest first.',
    access: 'admin',
    reads: ['products'],
    params: z.object({ id: pathId }),
    answer: priceHistory,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  add: endpoint({
    method: 'POST',
    path: 'admin/products/:id/purchase-prices',
    description:
      'Adds a purchase price from a day on. If the supplier already has one from that day: `form.invalid`, `taken`.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params: z.object({ id: pathId }),
    body: z.strictObject({ supplier_id: id, valid_from: day, price: purchasePriceValue, reason }),
    answer: priceHistory,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'form.invalid'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'admin/products/:id/purchase-prices/:supplier_id/:valid_from',
    description: 'Removes a purchase price; the one before it is then in force.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params: z.object({ id: pathId, supplier_id: pathId, valid_from: day }),
    answer: priceHistory,
    errors: [...CHANGED_BY_ADMINS, 'notFound'],
  }),
}
