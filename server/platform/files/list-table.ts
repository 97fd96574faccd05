import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import type { LanguageCode } from '#contract/values.ts'
import { type CsvCell, moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import type { RecordField, RecordFields, RecordOf } from '#domain/record-fields.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { zonedTime } from '#domain/zoned-time.ts'
import type { Call } from '#server/platform/http/mount.ts'
import { type PlainTextKey, text } from '#server/texts/text.ts'

/** Rows that are read and sent at a time. */
const CHUNK_SIZE = 500

/** The heading of a column: the key of its text, or the heading in each language. */
export type ColumnHeading = PlainTextKey | Readonly<Record<LanguageCode, string>>

/** Whose headings a file has: the columns' names, by which programs find them, or those for people in a language. */
export type Headings = 'names' | LanguageCode

/** Programs read the text files, people the spreadsheets. */
export const getHeadings = (format: 'csv' | 'xlsx', language: LanguageCode): Headings =>
  format === 'csv' ? 'names' : language

/** The first row of a file with these columns. */
export const headingRow = (columns: Readonly<Record<string, ColumnHeading>>, headings: Headings): string[] =>
  headings === 'names' ? Object.keys(columns) : Object.values(columns).map(heading => headingText(heading, headings))

const headingText = (heading: ColumnHeading, language: LanguageCode): string =>
  typeof heading === 'string' ? text(language, heading) : heading[language]

/** The columns of a list's file, in order, by the field names that are used everywhere else: their headings and cells. */
export type Columns<Row> = Readonly<
  Record<
    string,
    {
      heading: ColumnHeading
      cell: (row: Row) => WrittenCell
      /** Sums and people, which those who only help in the store don't get. */
      isForKeepers?: true
    }
  >
>

/** The columns for the caller of an export. */
export const columnsFor = <Row>(columns: Columns<Row>, isKeeper: boolean): Columns<Row> =>
  isKeeper ? columns : Object.fromEntries(Object.entries(columns).filter(([, { isForKeepers }]) => !isForKeepers))

/** A record's field as a cell of a file. */
export function fieldCell(field: RecordField, value: CsvCell | readonly string[]): WrittenCell {
  if (isList(value)) return value.join(', ')
  return field.kind === 'euros' && typeof value === 'number' ? moneyCell(value) : value
}

const isList = (value: CsvCell | readonly string[]): value is readonly string[] => Array.isArray(value)

type NamesWithHeadings<Fields extends RecordFields> = {
  [Name in keyof Fields]: Fields[Name] extends { headings: object } ? Name : never
}[keyof Fields]

/** The columns of a record's fields that have a heading. */
export const fieldCells = <Fields extends RecordFields>(fields: Fields) =>
  // Chosen by the same property as in the type.
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.headings
        ? [
            [
              name,
              { heading: field.headings, cell: (row: RecordOf<Fields>) => fieldCell(field, row[name] ?? null) },
            ] as const,
          ]
        : [],
    ),
  ) as { [Name in NamesWithHeadings<Fields>]: Columns<RecordOf<Fields>>[string] }

type ListTable<Row> = {
  /** The ids of the rows, in order: fixed at the start. */
  findIds: () => Promise<readonly number[]>
  idRowsSql: (ids: readonly number[]) => Promise<readonly Row[]>
  columns: Columns<Row>
  headings: Headings
}

const formatHeadings = <Row>(columns: Columns<Row>, headings: Headings): string[] =>
  headingRow(Object.fromEntries(Object.entries(columns).map(([name, { heading }]) => [name, heading])), headings)

const toCells = <Row>(columns: Columns<Row>, rows: readonly Row[]): WrittenCell[][] =>
  rows.map(row => Object.values(columns).map(({ cell }) => cell(row)))

/** The header of a list and all its rows, in chunks, to be sent as a file. */
export async function* listTable<Row>(table: ListTable<Row>): AsyncGenerator<WrittenCell[][]> {
  const { findIds, idRowsSql: rowsSql, columns, headings } = table
  const ids = await findIds()
  yield [formatHeadings(columns, headings)]
  for (let at = 0; at < ids.length; at += CHUNK_SIZE)
    yield toCells(columns, await rowsSql(ids.slice(at, at + CHUNK_SIZE)))
}

/** Like `listTable`, for a short list whose rows are read at once. */
export async function* shortListTable<Row>(
  columns: Columns<Row>,
  headings: Headings,
  findRows: () => Promise<readonly Row[]>,
): AsyncGenerator<WrittenCell[][]> {
  const rows = await findRows()
  yield [formatHeadings(columns, headings), ...toCells(columns, rows)]
}

/** An instant in the local time of a zone, in a format that spreadsheets recognise. */
export const localTime = (instant: string, timeZone: string): string =>
  new Date(zonedTime(new Date(instant), timeZone).wallMs).toISOString().slice(0, 19).replace('T', ' ')

/** An instant in the local time of the shop, in a format that spreadsheets recognise. */
export const shopTime = (instant: string | null): string | null =>
  instant === null ? null : localTime(instant, SHOP_TIME_ZONE)

type ExportEndpoints = typeof contract.listExports
/** By list: `suppliers` is exported by `suppliersCsv`, and with the same input by `suppliersXlsx`. */
type CsvEndpoints = {
  [Name in keyof ExportEndpoints as Name extends `${infer List}Csv` ? List : never]: ExportEndpoints[Name]
}
type ExportRequest<List extends keyof CsvEndpoints> = {
  params: Input<CsvEndpoints[List], 'params'>
  query: Input<CsvEndpoints[List], 'query'>
  language: LanguageCode
  user: { userId: number }
  stores: Call<CsvEndpoints[List]>['stores']
  isKeeper: Call<CsvEndpoints[List]>['isKeeper']
}

/** A file of a list, of either format. `name`: without the extension; plain letters, digits and hyphens. */
export type ListFile = { name: string; rows: AsyncIterable<WrittenCell[][]> }

/** Exports one list; undefined when its record does not exist. */
export type ListExport<List extends keyof CsvEndpoints> = (
  request: ExportRequest<List>,
  headings: Headings,
) => Promise<ListFile | undefined>

/** The export of every list in contract/administration/list-exports.ts. */
export type ListExports = { [List in keyof CsvEndpoints]: ListExport<List> }
