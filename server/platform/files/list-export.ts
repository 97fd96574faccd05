import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { WrittenCell } from '#domain/format/csv.ts'

type Endpoints = typeof contract.listExports
/** By list: `suppliers` is exported by `suppliersCsv`, and with the same input by `suppliersXlsx`. */
type CsvEndpoints = {
  [Name in keyof Endpoints as Name extends `${infer List}Csv` ? List : never]: Endpoints[Name]
}
type ExportRequest<List extends keyof CsvEndpoints> = {
  params: Input<CsvEndpoints[List], 'params'>
  query: Input<CsvEndpoints[List], 'query'>
  language: LanguageCode
  user: { userId: number }
}

/** A file of a list, of either format. `name`: without the extension; plain letters, digits and hyphens. */
export type ListFile = { name: string; rows: AsyncIterable<WrittenCell[][]> }

/** Exports one list; undefined when its record does not exist. */
export type ListExport<List extends keyof CsvEndpoints> = (
  request: ExportRequest<List>,
) => Promise<ListFile | undefined>

/** The export of every list in contract/administration/list-exports.ts. */
export type ListExports = { [List in keyof CsvEndpoints]: ListExport<List> }
