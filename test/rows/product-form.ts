import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { initialRecord } from '#domain/record-fields.ts'

type ProductRefs = { vat_class_id: number; supplier_id: number }

/** A new product as an admin's form sends it: milk by the piece, with optional fields empty, except for `change`. */
export const productForm = (refs: ProductRefs, change: object = {}) => ({
  names: { en: 'Milk', fi: 'Maito', sv: '' },
  descriptions: { en: '', fi: '', sv: '' },
  ...initialRecord(PRODUCT_FIELDS),
  price: 1.45,
  perishable: true,
  sort_order: 10,
  ...refs,
  ...change,
})
