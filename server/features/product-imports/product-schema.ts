import type { AdminProduct, ProductInput } from '#contract/admin-products.ts'
import { contract } from '#contract/index.ts'
import { NEW_PRODUCT, withFields } from '#domain/import-row.ts'

/** The same checks of shape and bounds as the form's own call has. */
export const formSchema = contract.adminProducts.create.body

const FIELDS = [...Object.keys(NEW_PRODUCT), 'price', 'vat_class_id']

/** What an admin fills in of a product, without its stores: those no spreadsheet names. */
export const formFieldsOf = (product: AdminProduct): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(product).filter(([name]) => FIELDS.includes(name))),
  supplier_id: product.supplier.id,
})

/** The form of a product with some fields as an import found them. Throws when that is no form any more. */
export const formWith = (
  product: AdminProduct | undefined,
  fields: Iterable<readonly [field: string, value: unknown]>,
): ProductInput => formSchema.parse(withFields(product ? formFieldsOf(product) : NEW_PRODUCT, fields))
