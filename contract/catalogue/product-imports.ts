import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { listQuery, pageSchema, yesOrNo } from '#contract/lists.ts'
import { freeText, id, instant, pathId } from '#contract/values.ts'
import { IMPORT_PROBLEMS } from '#domain/catalogue/imports/import-row.ts'

/** Reasons why a file can't be read as a table of products. */
export const UNREADABLE = [
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

const result = z.enum(['new', 'changed', 'same', 'wrong'])
export type ImportResult = z.output<typeof result>

const productImport = z.object({
  id,
  file_name: z.string(),
  state: z.enum(['checked', 'applied', 'undone']),
  /** Number of rows by result. */
  rows: z.object({ new: z.int(), changed: z.int(), same: z.int(), wrong: z.int() }),
  /** Number of rows by outcome: applied, or undone as `restored`, `removed`, `disabled` or `kept`. */
  outcomes: z.object({
    applied: z.int(),
    restored: z.int(),
    removed: z.int(),
    disabled: z.int(),
    kept: z.int(),
  }),
  /** Number of the template's example rows that were skipped. */
  examples: z.int(),
  /** Number of cells with HTML, which was replaced by its text. */
  html_texts: z.int(),
  /** Number of changed rows with the id of a product whose name and codes differ: to be confirmed, or left out. */
  other_products: z.int(),
  /** Column headings that match no field. */
  ignored_columns: z.array(z.string()),
  /** As in the file. */
  headings: z.array(z.string()),
  /** Names of suppliers that the import would create, or created. */
  new_suppliers: z.array(z.string()),
  /** Names of product groups that the import would create, or created. */
  new_groups: z.array(z.string()),
  /** Names of the stores that offer new products whose rows name no stores. */
  offer_in: z.array(z.string()),
  /** The name of the store whose stock the file has, if one was chosen. */
  stock_in: z.nullable(z.string()),
  /** Number of new products that no store would offer. */
  offered_nowhere: z.int(),
  /** Number of rows processed so far, while the import is being applied or undone. */
  done: z.int(),
  checked_at: instant,
  applied_at: z.nullable(instant),
  undone_at: z.nullable(instant),
})
export type ProductImport = z.output<typeof productImport>

const row = z.object({
  /** Its row number in the file, counting the heading row. */
  row: z.int(),
  result,
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
  /** `applied`, or how it was undone; `kept`: left as it is because it was changed after the import. */
  outcome: z.nullable(z.enum(['applied', 'restored', 'removed', 'disabled', 'kept'])),
  /** Of a wrong row: its cells as text, in the order of the headings. */
  cells: z.nullable(z.array(z.string())),
})
export type ImportRow = z.output<typeof row>

const upload = {
  types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/octet-stream'],
  maxBytes: MAX_IMPORT_BYTES,
} as const

const preview = z.object({
  /** The number of the row with the headings. */
  heading_row: z.int(),
  /** Columns with a heading or a value. `column`: the field that it fills; null: none. */
  columns: z.array(
    z.object({
      /** Its place in the file, from 0. */
      at: z.int(),
      heading: z.string(),
      column: z.nullable(z.string()),
      /** Its cells in the first rows. */
      values: z.array(z.string()),
    }),
  ),
  /** The file has only headings of the shop’s own, or its columns were chosen before. */
  is_clear: z.boolean(),
})
export type ImportPreview = z.output<typeof preview>

const params = z.object({ id: pathId })

const template = (format: 'csv' | 'xlsx') =>
  endpoint({
    method: 'GET',
    path: `admin/product-imports/template.${format}`,
    summary: 'A template to fill in, with headings in the requested language, and example rows that an import skips.',
    access: 'admin',
    answer: z.string(),
    errors: FOR_ADMINS,
    download: format,
  })

export const productImports = {
  templateXlsx: template('xlsx'),
  templateCsv: template('csv'),
  list: endpoint({
    method: 'GET',
    path: 'admin/product-imports',
    summary: 'The imports. The newest first.',
    access: 'admin',
    reads: ['products', 'imports'],
    query: listQuery(['id'], {}),
    answer: pageSchema(productImport),
    errors: FOR_ADMINS,
  }),
  preview: endpoint({
    method: 'POST',
    path: 'admin/product-imports/preview',
    summary:
      'The columns of a spreadsheet with its first rows, and the field that each fills: by its heading, or as an admin chose for a file with the same headings. Stores nothing.',
    access: 'admin',
    touches: [],
    upload,
    answer: preview,
    errors: [...CHANGED_BY_ADMINS, 'import.unreadable'],
  }),
  check: endpoint({
    method: 'POST',
    path: 'admin/product-imports',
    summary:
      'Checks a spreadsheet of products (XLSX or CSV) and returns what an import would do with each row. Changes no product. A file that is not such a table: 422 with `problem`.',
    access: 'admin',
    touches: ['imports'],
    query: z.strictObject({
      name: freeText.check(z.maxLength(200)),
      /** Creates missing suppliers; otherwise rows that name them are wrong. */
      create_suppliers: z.optional(yesOrNo),
      /** The supplier of new products whose rows name none. */
      supplier_of_all: z.optional(pathId),
      /** The field of each column, comma-separated, empty for none: they are remembered for files with these headings. */
      columns: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_]*(,[A-Za-z0-9_]*)*$/), z.maxLength(4_000))),
      /** With `columns`: the number of the row with the headings. */
      heading_row: z.optional(
        z.pipe(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number)), z.int()),
      ),
      /** The store whose stock the file has: rows with stock are wrong without it. */
      stock_in: z.optional(pathId),
      /** The stores that offer new products whose rows name no stores: comma-separated ids, or `all`. */
      offer_in: z.optional(z.string().check(z.regex(/^(all|[1-9]\d{0,9}(,[1-9]\d{0,9})*)$/), z.maxLength(5_000))),
    }),
    upload,
    answer: productImport,
    errors: [...CHANGED_BY_ADMINS, 'import.unreadable'],
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/product-imports/:id',
    summary: 'An import: how many rows are new, changed, the same or wrong, and its progress.',
    access: 'admin',
    reads: ['products', 'imports'],
    params,
    answer: productImport,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  rows: endpoint({
    method: 'GET',
    path: 'admin/product-imports/:id/rows',
    summary: 'The rows of an import, with what changes or what is wrong.',
    access: 'admin',
    reads: ['products', 'imports'],
    params,
    query: listQuery(['row'], { result: z.optional(result) }),
    answer: pageSchema(row),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  apply: endpoint({
    method: 'POST',
    path: 'admin/product-imports/:id/apply',
    summary:
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
      'import.hasWrong',
      'import.otherProducts',
      'import.outdated',
      'import.notApplied',
    ],
  }),
  undo: endpoint({
    method: 'POST',
    path: 'admin/product-imports/:id/undo',
    summary:
      'Reverts an import: restores the products that it changed and removes those that it created. Products that were used since are disabled, those that were changed since are kept. Its purchase prices are removed, and its stock is taken back unless it was counted since. `import.changedByLater` has the `id` and the `file` of a later import of the same products, to be reverted first.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params,
    answer: productImport,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'import.notApplied', 'import.changedByLater'],
  }),
}
