import type { LanguageCode } from '#contract/values.ts'
import { COLUMN_NAMES, type ColumnName, IMPORT_COLUMNS } from '#domain/catalogue/imports/import-columns.ts'
import { ALL_STORES, NO_STORES } from '#domain/catalogue/imports/import-labels.ts'
import { type Cell, moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { textOf } from '#domain/format/sheet-cells.ts'

/** The value in the id column of a row that only shows how to fill in the table. */
const EXAMPLE = { en: 'example', fi: 'esimerkki', sv: 'exempel' }
const EXAMPLES = new Set(Object.values(EXAMPLE))

type Examples = Partial<Record<ColumnName, WrittenCell>>
const YES = { en: 'yes', fi: 'kyllä', sv: 'ja' }
const NO = { en: 'no', fi: 'ei', sv: 'nej' }

const milk = (language: LanguageCode): Examples => ({
  name_en: 'Milk 1 l',
  name_fi: 'Maito 1 l',
  name_sv: 'Mjölk 1 l',
  price: moneyCell(1.45),
  deposit: moneyCell(0),
  vat_class: '13,5 %',
  unit: 'kpl',
  content_quantity: 1,
  content_unit: 'l',
  units_per_case: 12,
  ean13: '6410000000018',
  eanCase: '16410000000015',
  product_type: 'standard',
  product_code_type: 'standard',
  perishable: YES[language],
  enabled: YES[language],
  stores: ALL_STORES[language],
  sort_order: 10,
  alarm_limit: 6,
})

const cheese = (language: LanguageCode): Examples => ({
  name_en: 'Cheese by weight',
  name_fi: 'Juusto, punnittava',
  name_sv: 'Ost, lösvikt',
  price: moneyCell(18.9),
  vat_class: '13,5 %',
  unit: 'kg',
  product_code: '2312345600004',
  prefix: '23',
  product_type: 'standard',
  product_code_type: 'bulk_encoded_weight',
  perishable: YES[language],
  enabled: NO[language],
  stores: NO_STORES[language],
  sort_order: 20,
})

/** The header, and two rows that show how cells are filled in. */
export async function* templateRows(language: LanguageCode): AsyncGenerator<WrittenCell[][]> {
  yield [COLUMN_NAMES.map(name => IMPORT_COLUMNS[name].heads[language])]
  yield [milk(language), cheese(language)].map(example =>
    COLUMN_NAMES.map(name => (name === 'id' ? EXAMPLE[language] : (example[name] ?? null))),
  )
}

export const isExample = (cells: readonly Cell[], columns: readonly (ColumnName | undefined)[]): boolean =>
  EXAMPLES.has(textOf(cells[columns.indexOf('id')] ?? null).toLowerCase())
