import type { AdminProduct, ProductInput } from '#contract/catalogue/admin-products.ts'
import { contract } from '#contract/index.ts'
import { NEW_PRODUCT, withFields } from '#domain/catalogue/import-row.ts'

/** The same checks of types and bounds as in the form's own endpoint. */
export const formSchema = contract.adminProducts.create.body

const FIELDS = [...Object.keys(NEW_PRODUCT), 'price', 'vat_class_id']

type Filled = Readonly<Record<string, unknown>>

/** The fields of a product that a spreadsheet can contain: what an admin fills in, and of its stores only those that offer it. */
export const formFieldsOf = (product: AdminProduct): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(product).filter(([name]) => FIELDS.includes(name))),
  supplier_id: product.supplier.id,
  offered_in: product.stores.filter(({ offered }) => offered).map(({ store_id }) => store_id),
})

/** The same in the shape of the form: an existing product keeps the alarm limits of its stores. */
export function formOf({ offered_in: offeredIn, ...filled }: Filled, product?: AdminProduct): Filled {
  // `offered_in` is always a list of ids: the cells of a file are parsed, and a stored import was parsed from one.
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

/** The form of a product with some fields set by an import. Throws when the result is not a valid form. */
export const formWith = (
  product: AdminProduct | undefined,
  fields: Iterable<readonly [field: string, value: unknown]>,
): ProductInput => formSchema.parse(formOf(withFields(product ? formFieldsOf(product) : NEW_PRODUCT, fields), product))
