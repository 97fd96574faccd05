import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ImportResult,
  type ImportRow,
  type ProductImport,
  productImports,
} from '#contract/catalogue/product-imports.ts'
import { MAX_PAGE_SIZE } from '#contract/lists.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { IMPORT_COLUMNS } from '#domain/catalogue/imports/import-columns.ts'
import { REASON_HEADS } from '#domain/catalogue/imports/import-headings.ts'
import { CSV_BEGINNING, csvLine } from '#domain/format/csv.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-of.ts'
import { i18n } from '#web/kit/i18n/speech.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Pages } from '#web/kit/lists/pager.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link as RouterLink } from '#web/kit/shell/link.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { vatClassName } from '#web/shop/catalogue/products/vat-class-name.ts'

const SIZE = 50
const RESULTS = ['wrong', 'new', 'changed', 'same'] as const

type ImportRowsProps = {
  import: ProductImport
  result: ImportResult | 'all'
  onResult: (result: ImportResult | 'all') => void
  /** The rows aren't changing at the moment. */
  isStill: boolean
}

/** The rows filtered by result, in pages. */
export function ImportRows({ import: { id, rows }, result, onResult, isStill }: ImportRowsProps) {
  const { t } = useTranslation()
  const [paging, setPaging] = useState({ of: result, page: 1 })
  // Another filter starts at its first page.
  const page = paging.of === result ? paging.page : 1
  const query = { size: SIZE, page, ...(result !== 'all' && { result }) }
  const { data } = useQuery({
    ...queryFor(productImports.rows, { params: { id }, query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled: isStill,
    meta: { handlesOwnError: true },
  })
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / SIZE))
  const filter = (value: ImportResult | 'all', label: string) => (
    <Button
      key={label}
      size="small"
      variant={result === value ? 'contained' : 'outlined'}
      aria-pressed={result === value}
      onClick={() => onResult(value)}
    >
      {label}
    </Button>
  )
  const all = rows.new + rows.changed + rows.same + rows.wrong
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {RESULTS.map(each => filter(each, `${t(`productImport.results.${each}`)} ${rows[each]}`))}
        {filter('all', `${t('productImport.all')} ${all}`)}
      </Box>
      {data?.items.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('productImport.nothing')}</Box>}
      <Box component="ul" sx={{ m: 0, p: 0, display: 'grid', gap: 1 }}>
        {data?.items.map(row => (
          <ImportRowItem key={row.row} row={row} />
        ))}
      </Box>
      <Pages page={page} last={last} onPage={next => setPaging({ of: result, page: next })} />
    </Box>
  )
}

export type Problem = ImportRow['problems'][number]

/** The problem of a cell, with its column and its value. */
export function problemText(found: Problem, t: Translate): string {
  const label = fieldLabel(found.field)
  const problem = getProblemText(found, t)
  if (label === undefined) return problem
  // `value` contains the events' names instead of the cell's value.
  if (found.problem === 'inEvent') return t('productImport.problem', { field: label, problem })
  return found.value === undefined
    ? t('productImport.problem', { field: label, problem })
    : t('productImport.problemValue', { field: label, value: found.value, problem })
}

function getProblemText({ field, problem, count, row, value }: Problem, t: Translate): string {
  if (problem === 'inEvent') return t('productForm.problems.inEvent', { count: 0, value: value ?? '' })
  if (problem === 'tooLong' && count === undefined) return t('productImport.problems.tooLongOrOdd')
  if (problem === 'unknown' && field === 'id') return t('productImport.problems.unknownId')
  if (problem === 'unknown' && field === 'supplier_id') return t('productImport.problems.unknownSupplier')
  if (problem === 'unknown' && field === 'group_id') return t('productImport.problems.unknownGroup')
  if (problem === 'unknown' && field === 'vat_class_id') return t('productImport.problems.unknownVat')
  if (problem === 'unknown' && field === 'offered_in') return t('productImport.problems.unknownStore')
  if (problem === 'ambiguous' && field.startsWith('names.')) return t('productImport.problems.ambiguousName')
  return t(`productImport.problems.${problem}`, { count: count ?? 0, row: String(row ?? '') })
}

const TONES = { new: 'open', changed: 'attention', same: 'closed', wrong: 'danger' } as const
/** The fields shown for a new product: those that distinguish it from others. */
const TELLING = [
  'price',
  'unit',
  'vat_class_id',
  'supplier_id',
  'group_id',
  'ean13',
  'product_code',
  'offered_in',
  'purchase_price',
  'stock',
]

/** One row of the file: its product, and its changes or problems. */
function ImportRowItem({ row }: { row: ImportRow }) {
  const { t } = useTranslation()
  const changes = row.result === 'new' ? row.changes.filter(({ field }) => TELLING.includes(field)) : row.changes
  const isThere = row.product_id !== null && row.outcome !== 'removed'
  return (
    <Box
      component="li"
      sx={{
        listStyle: 'none',
        p: 1.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('productImport.row', { row: String(row.row) })}
        </Box>
        <Box component="span" sx={{ fontWeight: 650, flex: 1, minWidth: '8ch' }}>
          {row.name || t('productImport.noName')}
        </Box>
        <StatusPill tone={TONES[row.result]}>
          {row.outcome ? t(`productImport.outcomes.${row.outcome}`) : t(`productImport.rowResults.${row.result}`)}
        </StatusPill>
      </Box>
      {(changes.length > 0 || row.problems.length > 0) && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
          {row.problems.map(problem => (
            <Box component="li" key={`${problem.field} ${problem.problem}`} sx={{ color: 'error.main' }}>
              {problemText(problem, t)}
            </Box>
          ))}
          {changes.map(({ field, from, to }) => (
            <li key={field}>
              {t('productImport.problem', {
                field: fieldLabel(field) ?? field,
                problem:
                  row.result === 'new'
                    ? formatValue(field, to, t)
                    : t('productImport.fromTo', { from: formatValue(field, from, t), to: formatValue(field, to, t) }),
              })}
            </li>
          ))}
        </Box>
      )}
      {isThere && (
        <Link
          component={RouterLink}
          to={`${PATHS.products}/${row.product_id}/edit`}
          aria-label={`${t('productImport.seeProduct')}: ${row.name}`}
          sx={{ minHeight: 44, display: 'inline-flex', alignItems: 'center' }}
        >
          {t('productImport.seeProduct')}
        </Link>
      )}
    </Box>
  )
}

const euros = new Intl.NumberFormat('fi-FI', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const IN_EUROS = ['price', 'deposit', 'purchase_price']

function formatValue(field: string, value: unknown, t: Translate): string {
  if (value === null || value === '') return t('productImport.empty')
  if (field === 'vat_class_id' && typeof value === 'string') return vatClassName(value, t)
  if (typeof value === 'number' && IN_EUROS.includes(field)) return euros.format(value)
  // Store names.
  if (Array.isArray(value)) return value.length === 0 ? t('productImport.nowhere') : value.join(', ')
  if (typeof value === 'boolean') return t(value ? 'forms.yes' : 'forms.no')
  if (typeof value === 'number') return String(value).replace('.', ',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The column head of a form field; undefined for the row as a whole. */
function fieldLabel(field: string): string | undefined {
  if (field === 'id') return undefined
  // A problem of all names is shown at the first of them.
  const named = field === 'names' ? 'names.fi' : field
  const column = Object.values(IMPORT_COLUMNS).find(each => each.field === named)
  return column?.heads[languageOfHeads()] ?? field
}

/** The language of the interface, as headings have it. */
export const languageOfHeads = (): LanguageCode => LANGUAGE_CODES.find(code => code === i18n.resolvedLanguage) ?? 'en'

type Reason = (problem: ImportRow['problems'][number]) => string

/** The wrong rows as they were in the file, each with its reasons: to be corrected and imported again. */
export function wrongRowsCsv(
  { headings }: Pick<ProductImport, 'headings'>,
  rows: readonly Pick<ImportRow, 'cells' | 'problems'>[],
  { language, formatReason }: { language: LanguageCode; formatReason: Reason },
): string {
  const width = Math.max(headings.length, ...rows.map(({ cells }) => cells?.length ?? 0))
  const toCsvLine = (cells: readonly string[], last: string) =>
    csvLine([...Array.from({ length: width }, (_, at) => cells[at] ?? ''), last])
  const lines = rows.map(({ cells, problems }) => toCsvLine(cells ?? [], problems.map(formatReason).join(' ')))
  return [CSV_BEGINNING, toCsvLine(headings, REASON_HEADS[language]), ...lines].join('')
}

export async function findWrongRows({ id, rows }: Pick<ProductImport, 'id' | 'rows'>): Promise<ImportRow[]> {
  const found: ImportRow[] = []
  for (let page = 1; found.length < rows.wrong; page++) {
    const query = { result: 'wrong', size: MAX_PAGE_SIZE, page } as const
    const { items } = await callApi(productImports.rows, { params: { id }, query })
    if (items.length === 0) break
    found.push(...items)
  }
  return found
}

/** Saves a text as a file of the browser’s. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Once the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
