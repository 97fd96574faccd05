import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import type { ProductForm } from '#domain/catalogue/product-form.ts'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'
import {
  groupIn,
  newTypedRecord,
  numberIn,
  recordIn,
  type TypedRecord,
  typedNumber,
  typedRecord,
} from '#web/kit/forms/record-fields.ts'
import { NO_TEXTS, textsIn, typedTexts, type TypedTexts } from '#web/kit/forms/texts.ts'

type InStores = {
  [offered: `stores.${number}.offered`]: boolean
  [alarm: `stores.${number}.alarm_limit`]: string
}

/** A product as typed: amounts are the texts of their fields. */
export type ProductFormValues = TypedTexts & InStores & TypedRecord<typeof PRODUCT_FIELDS>

/** The initial values of a new product: some of its fields may be known, such as a scanned code. */
export function newFormValues(stores: readonly { id: number }[], known: Partial<ProductForm>): ProductFormValues {
  const { ean13, eanCase, product_code, prefix, product_code_type = 'standard' } = known
  return {
    ...NO_TEXTS,
    ...newTypedRecord(PRODUCT_FIELDS),
    ...storeFields(stores.map(({ id }) => ({ store_id: id, offered: true, alarm_limit: null }))),
    ean13: ean13 ?? '',
    eanCase: eanCase ?? '',
    product_code: product_code ?? '',
    prefix: prefix ?? '',
    product_code_type,
    ...(product_code_type !== 'standard' && { unit: 'kg' }),
  }
}

const storeFields = (stores: readonly { store_id: number; offered: boolean; alarm_limit: number | null }[]): InStores =>
  Object.assign(
    {},
    ...stores.map(({ store_id: id, offered, alarm_limit }) => ({
      [`stores.${id}.offered`]: offered,
      [`stores.${id}.alarm_limit`]: typedNumber(alarm_limit),
    })),
  )

/** A product as the form's values, in the order of the form. */
export const formValuesOf = (product: AdminProduct): ProductFormValues => ({
  ...typedTexts(product),
  ...typedRecord(PRODUCT_FIELDS, { ...product, supplier_id: product.supplier.id }),
  ...storeFields(product.stores),
})

/** The initial values of a copy: everything but the codes. */
export const copyOf = (product: AdminProduct): ProductFormValues => ({
  ...formValuesOf(product),
  ean13: '',
  product_code: '',
  eanCase: '',
})

export const PRODUCT_MERGING: MergeShape<ProductFormValues> = { groupOf: groupIn(PRODUCT_FIELDS) }

const storeIdsOf = (draft: ProductFormValues): number[] =>
  Object.keys(draft).flatMap(field => /^stores\.(\d+)\.offered$/.exec(field)?.slice(1).map(Number) ?? [])

/** The draft in the contract's shape. Invalid numbers are NaN: check the draft's problems first. */
export const inputOf = (draft: ProductFormValues) => ({
  ...textsIn(draft),
  ...recordIn(PRODUCT_FIELDS, draft),
  stores: storeIdsOf(draft).map(id => ({
    store_id: id,
    offered: draft[`stores.${id}.offered`] ?? false,
    alarm_limit: numberIn(draft[`stores.${id}.alarm_limit`] ?? ''),
  })),
})
