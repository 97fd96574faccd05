import type { AdminProduct, ProductInput } from '#contract/catalogue/admin-products.ts'
import { contract } from '#contract/index.ts'
import { NEW_PRODUCT, withFields } from '#domain/catalogue/import-row.ts'

/** The same checks of shape and bounds as the form's own call has. */
export const formSchema = contract.adminProducts.create.body

const FIELDS = [...Object.keys(NEW_PRODUCT), 'price', 'vat_class_id']

type Filled = Readonly<Record<string, unknown>>

/** What a spreadsheet may say of a product: what an admin fills in, and of its stores those alone that offer it. */
export const formFieldsOf = (product: AdminProduct): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(product).filter(([name]) => FIELDS.includes(name))),
  supplier_id: product.supplier.id,
  offered_in: product.stores.filter(({ offered }) => offered).map(({ store_id }) => store_id),
})

/** The same as the form has it: a product that is there keeps the limits of its stores. */
export function formOf({ offered_in: offeredIn, ...filled }: Filled, product?: AdminProduct): Filled {
  // What fills it in are lists of ids: the cells of a file are read, and what an import keeps was read from one.
  const offered = offeredIn as readonly number[]
  const stores = product
    ? product.stores.map(({ store_id, alarm_limit }) => ({
        store_id,
        alarm_limit,
        offered: offered.includes(store_id),
      }))
    : offered.map(id => ({ store_id: id, alarm_limit: null, offered: true }))
  return { ...filled, stores }
}

/** The form of a product with some fields as an import found them. Throws when that is no form any more. */
export const formWith = (
  product: AdminProduct | undefined,
  fields: Iterable<readonly [field: string, value: unknown]>,
): ProductInput => formSchema.parse(formOf(withFields(product ? formFieldsOf(product) : NEW_PRODUCT, fields), product))
