import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { listQuery, pageSchema } from '#contract/lists.ts'
import { id, instant, nothing, pathId } from '#contract/values.ts'
import { IMPORT_PROBLEMS } from '#domain/catalogue/imports/import-row.ts'
import { importChoices, choicesQuery, importCorrection, fileName } from './import-choices.ts'
import { imageFailure, importPreview } from './import-preview.ts'

/** Reasons why a file can't be read as a table of products. */
export const UNREADABLE_REASONS = [
  'notSpreadsheet',
  'oldExcel',
  'openDocument',
  'encrypted',
  'damaged',
  'tooLarge',
  'tooManyRows',
  /** A quotation mark that isn't closed, in `row`. */
  'quoteOpen',
  /** In `row`. */
  'cellTooLong',
  'empty',
  'noColumns',
  'columnTwice',
] as const

export const MAX_IMPORT_BYTES = 10_000_000

const rowResult = z.enum(['new', 'changed', 'same', 'invalid'])
export type ImportResult = z.output<typeof rowResult>

const productImport = z.object({
  id,
  file_name: z.string(),
  /** `uploaded`: not checked yet. */
  state: z.enum(['uploaded', 'checked', 'applied', 'undone']),
  /** The program whose list it looks like. */
  program: z.nullable(z.string()),
  /** Rows of a program’s list that are no products, such as those of pictures. */
  skipped_rows: z.int(),
  /** The field of each column of the file, in its order; null: none. */
  columns: z.array(z.nullable(z.string())),
  /** Whether the file may be checked again, with other choices or corrected cells. */
  is_open: z.boolean(),
  /** Number of rows by result. */
  rows: z.object({ new: z.int(), changed: z.int(), same: z.int(), invalid: z.int() }),
  /** Number of rows by outcome: applied, or undone as `restored`, `removed`, `disabled` or `skipped`. */
  outcomes: z.object({
    applied: z.int(),
    restored: z.int(),
    removed: z.int(),
    disabled: z.int(),
    skipped: z.int(),
  }),
  /** Number of the template's example rows that were skipped. */
  examples: z.int(),
  /** Number of cells with HTML, which was replaced by its text. */
  html_texts: z.int(),
  /** Number of changed rows with the id of a product whose name and codes differ: to be confirmed, or left out. */
  other_products: z.int(),
  /** Missing values of new products that one answer sets for all rows: `default_vat_class_id` or `default_supplier_id`. */
  missing_choices: z.array(z.enum(['vat_class', 'supplier'])),
  /** Column headings that match no field. */
  ignored_columns: z.array(z.string()),
  /** As in the file. */
  headings: z.array(z.string()),
  /** Names of suppliers that the import would create, or created. */
  new_suppliers: z.array(z.string()),
  /** Names of product groups that the import would create, or created. */
  new_groups: z.array(z.string()),
  /** Names of the stores that offer new products whose rows name no stores. */
  default_stores: z.array(z.string()),
  /** The name of the store whose stock the file has, if one was chosen. */
  stock_store: z.nullable(z.string()),
  /** Number of new products that no store would offer. */
  not_offered: z.int(),
  /** Number of rows processed so far, while the import is being checked, applied or undone, and of all of them. */
  done: z.int(),
  total: z.int(),
  /** Number of its rows with the address of a photo, and of those that were looked at: saved, failed, or not needed. */
  images: z.object({ total: z.int(), done: z.int(), saved: z.int(), failed: z.int() }),
  checked_at: instant,
  applied_at: z.nullable(instant),
  undone_at: z.nullable(instant),
})
export type ProductImport = z.output<typeof productImport>

const importRow = z.object({
  /** Its row number in the file, counting the heading row. */
  row: z.int(),
  result: rowResult,
  name: z.string(),
  product_id: z.nullable(id),
  /** Suppliers, VAT classes, groups and stores appear by name. */
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  problems: z.array(
    z.object({
      field: z.string(),
      problem: z.enum(IMPORT_PROBLEMS),
      value: z.optional(z.string()),
      count: z.optional(z.int()),
      product_id: z.optional(id),
      row: z.optional(z.int()),
    }),
  ),
  /** `applied`, or how it was undone; `skipped`: left as it is because it was changed after the import. */
  outcome: z.nullable(z.enum(['applied', 'restored', 'removed', 'disabled', 'skipped'])),
  /** Its cells as text, in the order of the headings: of a program’s list completed, and with corrections. */
  cells: z.nullable(z.array(z.string())),
})
export type ImportRow = z.output<typeof importRow>

const importUpload = {
  types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/octet-stream'],
  maxBytes: MAX_IMPORT_BYTES,
} as const

const params = z.object({ id: pathId })

const templateEndpoint = (format: 'csv' | 'xlsx') =>
  endpoint({
    method: 'GET',
    path: `admin/product-imports/template.${format}`,
    description:
      'A template to fill in, with headings in the requested language, and example rows that an import skips.',
    access: 'admin',
    answer: z.string(),
    errors: FOR_ADMINS,
    download: format,
  })

export const productImports = {
  templateXlsx: templateEndpoint('xlsx'),
  templateCsv: templateEndpoint('csv'),
  list: endpoint({
    method: 'GET',
    path: 'admin/product-imports',
    description: 'The imports with their files, states and numbers of rows. The newest first.',
    access: 'admin',
    reads: ['products', 'imports'],
    query: listQuery(['id'], {}),
    answer: pageSchema(productImport),
    errors: FOR_ADMINS,
  }),
  preview: endpoint({
    method: 'POST',
    path: 'admin/product-imports/preview',
    description:
      'Stores a spreadsheet to be checked, and returns its columns with its first rows, and the field that each fills: by its heading, or as an admin chose for a file with the same headings. Reads no further.',
    access: 'admin',
    touches: [],
    query: z.strictObject({ name: z.optional(fileName) }),
    upload: importUpload,
    answer: importPreview,
    errors: [...CHANGED_BY_ADMINS, 'import.unreadable'],
  }),
  check: endpoint({
    method: 'POST',
    path: 'admin/product-imports',
    description:
      'Checks a spreadsheet of products (XLSX or CSV) and returns what an import would do with each row. Changes no product. A file that is not such a table: 422 with `problem`.',
    access: 'admin',
    touches: ['imports'],
    query: z.strictObject({ name: fileName, ...choicesQuery }),
    upload: importUpload,
    answer: productImport,
    errors: [...CHANGED_BY_ADMINS, 'import.unreadable', 'import.notOpen', 'import.cancelled'],
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/product-imports/:id',
    description: 'An import: how many rows are new, changed, the same or wrong, and its progress.',
    access: 'admin',
    reads: ['products', 'imports'],
    params,
    answer: productImport,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  recheck: endpoint({
    method: 'POST',
    path: 'admin/product-imports/:id/check',
    description:
      'Checks the stored file with these choices, those before where they are absent, and with more corrected cells. Changes no product. 409 once the import was saved.',
    access: 'admin',
    touches: ['imports'],
    params,
    body: z.strictObject({
      ...importChoices,
      corrections: z.optional(z.array(importCorrection).check(z.maxLength(500))),
    }),
    answer: productImport,
    errors: [
      ...CHANGED_BY_ADMINS,
      'notFound',
      'import.unreadable',
      'import.notOpen',
      'import.cancelled',
      'import.tooManyCorrections',
    ],
  }),
  columns: endpoint({
    method: 'GET',
    path: 'admin/product-imports/:id/columns',
    description: 'The columns of a stored file with its first rows, and the field that each fills.',
    access: 'admin',
    reads: ['imports'],
    params,
    answer: importPreview,
    errors: [...FOR_ADMINS, 'notFound', 'import.notOpen'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: 'admin/product-imports/:id/cancel',
    description: 'Stops the check or the saving that is under way: it then changes nothing.',
    access: 'admin',
    touches: [],
    params,
    answer: nothing,
    errors: CHANGED_BY_ADMINS,
  }),
  rows: endpoint({
    method: 'GET',
    path: 'admin/product-imports/:id/rows',
    description: 'The rows of an import, with what changes or what is wrong.',
    access: 'admin',
    reads: ['products', 'imports'],
    params,
    query: listQuery(['row'], { result: z.optional(rowResult) }),
    answer: pageSchema(importRow),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  apply: endpoint({
    method: 'POST',
    path: 'admin/product-imports/:id/apply',
    description:
      'Saves all new and changed rows, or none: 409 if rows are wrong and `only_valid` is absent, if rows have the ids of other products and `other_products` is absent, or if a product was changed since. A repeated call changes nothing.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params,
    body: z.strictObject({
      only_valid: z.optional(z.boolean()),
      /** Required for `other_products`: saves their rows, or leaves them out as wrong. */
      other_products: z.optional(z.enum(['change', 'leave'])),
    }),
    answer: productImport,
    errors: [
      ...CHANGED_BY_ADMINS,
      'notFound',
      'import.hasInvalidRows',
      'import.otherProducts',
      'import.outdated',
      'import.notApplied',
      'import.cancelled',
    ],
  }),
  fetchImages: endpoint({
    method: 'POST',
    path: 'admin/product-imports/:id/images',
    description:
      'Downloads the next photos whose addresses a saved import has, for products without a photo: by https, from the public internet only. To be called until `images.done` is `images.total`. A photo that can’t be fetched is among the failures; the products stay as they are.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params,
    answer: productImport,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'import.notApplied'],
  }),
  imageFailures: endpoint({
    method: 'GET',
    path: 'admin/product-imports/:id/images',
    description: 'The photos of an import that could not be fetched, and why.',
    access: 'admin',
    reads: ['products', 'imports'],
    params,
    answer: z.array(imageFailure),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  undo: endpoint({
    method: 'POST',
    path: 'admin/product-imports/:id/undo',
    description:
      'Reverts an import: restores the products that it changed and removes those that it created. Products that were used since are disabled, those that were changed since are kept. Its purchase prices are removed, and its stock is taken back unless it was counted since. `import.changedByLater` has the `id` and the `file` of a later import of the same products, to be reverted first.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params,
    answer: productImport,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'import.notApplied', 'import.changedByLater'],
  }),
}
