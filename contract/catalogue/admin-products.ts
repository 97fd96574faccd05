import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { forHelpers } from '#contract/for-keepers.ts'
import { listQuery, pageSchema } from '#contract/lists.ts'
import { recordSchemas, typedLine, typedText } from '#contract/record-schemas.ts'
import { id, instant, lineText, nothing, pathId, quantity, revision, reason } from '#contract/values.ts'
import { PRODUCT_FIELDS, VERSION_FIELDS } from '#domain/catalogue/product-fields.ts'
import { productImage } from './product-images.ts'
import { BY_PRODUCT_FILTERS, productQuery, productRow } from './product-list.ts'

const productNames = z.strictObject({ en: typedLine, fi: typedLine, sv: typedLine })
const productDescriptions = z.strictObject({ en: typedText, fi: typedText, sv: typedText })

const inStore = z.strictObject({ store_id: id, offered: z.boolean(), alarm_limit: z.nullable(quantity) })

/** The admin's form. Errors are returned as `form.invalid` with `problems`; see domain/catalogue/product-form.ts. */
const productForm = {
  names: productNames,
  descriptions: productDescriptions,
  ...recordSchemas(PRODUCT_FIELDS),
  /** Stores that are not listed stay unchanged. */
  stores: z.optional(z.array(inStore).check(z.maxLength(500))),
}
export type ProductInput = z.output<z.ZodMiniObject<typeof productForm>>

const { stores: _named, supplier_id: _supplier, ...fields } = productForm
export const adminProduct = z.object({
  ...fields,
  id,
  revision,
  version_id: id,
  /** The class's rate today, in percent. */
  vat: z.number(),
  supplier: z.object({ id, name: z.string() }),
  stores: z.array(z.object({ ...inStore.shape, name: z.string(), quantity })),
  /** In order. Separate endpoints change them, which does not increase the revision. */
  images: z.array(productImage),
  created_at: instant,
  updated_at: instant,
})
export type AdminProduct = z.output<typeof adminProduct>

const productVersion = z.object({
  id,
  names: z.object({ en: z.string(), fi: z.string(), sv: z.string() }),
  ...recordSchemas(VERSION_FIELDS),
  is_current: z.boolean(),
  created_at: instant,
})
export type ProductVersion = z.output<typeof productVersion>

const params = z.object({ id: pathId })

/** Why a product can't be removed. */
export const PRODUCT_USES = ['orders', 'stock', 'stockTakes', 'events', 'purchaseOrders'] as const
export type ProductUse = (typeof PRODUCT_USES)[number]

export const adminProducts = {
  list: endpoint({
    method: 'GET',
    path: 'admin/products',
    description: 'The products, including those that are not sold. `q`: words of a name, digits of a code, or an id.',
    access: 'helper',
    stores: BY_PRODUCT_FILTERS,
    reads: ['products'],
    query: productQuery,
    answer: pageSchema(productRow),
    errors: FOR_ADMINS,
  }),
  exportCsv: endpoint({
    method: 'GET',
    path: 'admin/products.csv',
    description:
      'All products that the list would show, on all its pages, as a CSV file for spreadsheets. Its headings are in the requested language, and an import accepts them.',
    access: 'admin',
    query: productQuery,
    answer: z.string(),
    errors: FOR_ADMINS,
    download: 'csv',
  }),
  exportXlsx: endpoint({
    method: 'GET',
    path: 'admin/products.xlsx',
    description: 'All products of the list as a spreadsheet.',
    access: 'admin',
    query: productQuery,
    answer: z.string(),
    errors: FOR_ADMINS,
    download: 'xlsx',
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/products/:id',
    description: 'A product with all its fields and its settings in each store.',
    access: 'admin',
    reads: ['products'],
    params,
    answer: adminProduct,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  versions: endpoint({
    method: 'GET',
    path: 'admin/products/:id/versions',
    description: 'What receipts have shown of a product over time. The newest first.',
    access: 'admin',
    reads: ['products'],
    params,
    query: listQuery(['id'], {}),
    answer: pageSchema(productVersion),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  create: endpoint({
    method: 'POST',
    path: 'admin/products',
    description: 'Adds a product. The answer is the product as saved, with its id and `revision`.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    body: z.strictObject(productForm),
    answer: adminProduct,
    errors: [...CHANGED_BY_ADMINS, 'form.invalid'],
  }),
  update: endpoint({
    method: 'PUT',
    path: 'admin/products/:id',
    description:
      'Saves a product; what a receipt shows of it gets a new version. 409 with the saved one as `current` if it was changed since.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params,
    body: z.strictObject({ ...productForm, revision, reason }),
    answer: adminProduct,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.changed', 'form.invalid'],
  }),
  addCode: endpoint({
    method: 'POST',
    path: 'admin/products/:id/codes',
    description:
      'Adds the EAN of one piece to a product: as its own where it has none, else to its further codes. A code that it has already changes nothing.',
    access: 'admin',
    touches: ['products', 'home', 'auditLog'],
    params,
    body: z.strictObject({ code: lineText.check(z.minLength(1), z.maxLength(48)) }),
    answer: adminProduct,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'form.invalid'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'admin/products/:id',
    description:
      'Removes a product that was never ordered, stocked or counted and that no event sells; else 409 with its `uses`, and it can only be taken off sale.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params,
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.inUse'],
  }),
  vatClasses: endpoint({
    method: 'GET',
    path: 'admin/vat-classes',
    description: 'The VAT classes with their rates today, in percent.',
    access: 'helper',
    stores: { shopWide: 'VAT classes belong to the shop.' },
    reads: ['vat'],
    answer: z.array(z.object({ id, name: z.string(), vat: z.nullable(forHelpers(z.number())) })),
    errors: FOR_ADMINS,
  }),
}
