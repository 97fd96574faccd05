import type { AdminProduct, ProductInput } from '#contract/catalogue/admin-products.ts'
import type { Facts } from '#domain/field-changes.ts'
import { centsFromEuros } from '#domain/money.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'

/** For amounts that domain/catalogue/product-form.ts has validated as whole. */
function whole(parts: number | undefined): number {
  if (parts === undefined) throw new RangeError('a form was written that nobody checked')
  return parts
}

export const thousandths = (quantity: number | null): number | null =>
  quantity === null ? null : whole(thousandthsFromQuantity(quantity))

/** The types of productRow's columns. */
export const PRODUCT_COLUMNS = {
  supplier_id: 'integer',
  product_type: 'text',
  product_code_type: 'text',
  product_code: 'text',
  ean13: 'text',
  ean_case: 'text',
  prefix: 'text',
  units_per_case: 'integer',
  descriptions: 'jsonb',
  content_thousandths: 'integer',
  content_unit: 'text',
  perishable: 'boolean',
  least_age: 'integer',
  stock_alarm_thousandths: 'bigint',
  drawing: 'text',
  enabled: 'boolean',
  sort_order: 'integer',
} as const satisfies Record<keyof ReturnType<typeof productRow>, string>

/** The product's own row. */
export const productRow = (form: ProductInput) => ({
  supplier_id: form.supplier_id,
  product_type: form.product_type,
  product_code_type: form.product_code_type,
  product_code: form.product_code,
  ean13: form.ean13,
  ean_case: form.eanCase,
  prefix: form.prefix,
  units_per_case: form.units_per_case,
  descriptions: form.descriptions,
  content_thousandths: thousandths(form.content_quantity),
  content_unit: form.content_unit,
  perishable: form.perishable,
  least_age: form.least_age,
  stock_alarm_thousandths: thousandths(form.alarm_limit),
  drawing: form.drawing,
  enabled: form.enabled,
  sort_order: form.sort_order,
})

/** The version row: what a receipt shows of the product. */
export const versionRow = (form: ProductInput, productId: number) => ({
  product_id: productId,
  names: form.names,
  price_cents: whole(centsFromEuros(form.price)),
  deposit_cents: whole(centsFromEuros(form.deposit)),
  vat_class_id: form.vat_class_id,
  unit: form.unit,
})

/** Whether a receipt would show something else. */
export const isNewVersion = (before: AdminProduct, form: ProductInput): boolean =>
  before.price !== form.price ||
  before.deposit !== form.deposit ||
  before.vat_class_id !== form.vat_class_id ||
  before.unit !== form.unit ||
  (['en', 'fi', 'sv'] as const).some(language => before.names[language] !== form.names[language])

/** Ids, what is derived from other fields or records, and images, which record their own changes. */
const NO_FACTS = ['id', 'revision', 'version_id', 'vat', 'created_at', 'updated_at', 'stores', 'supplier', 'images']

/** The audit-log facts of a product: what an admin fills in, each store by its id. */
export function factsOf(product: AdminProduct): Facts {
  const fields = Object.entries(product).filter(([name]) => !NO_FACTS.includes(name))
  const stores = product.stores.map(({ store_id, offered, alarm_limit }) => [store_id, { offered, alarm_limit }])
  return { ...Object.fromEntries(fields), supplier_id: product.supplier.id, stores: Object.fromEntries(stores) }
}
