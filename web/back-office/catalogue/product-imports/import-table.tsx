import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ImportResult,
  type ImportRow,
  type ProductImport,
  productImports,
} from '#contract/catalogue/product-imports.ts'
import type { ImportCorrection } from '#domain/catalogue/imports/import-choices.ts'
import { COLUMN_NAMES, IMPORT_COLUMNS } from '#domain/catalogue/imports/import-columns.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { CellInput, type ChosenCell, CellCorrection, useFocusAfterCorrection, useVatChoices } from './correct-cell.tsx'
import { type RowProblem, whatText } from './import-problems.ts'

const RESULT_ORDER = ['invalid', 'new', 'changed', 'same'] as const
/** Rows are of one height, so that only those in view are drawn. */
const ROW_HEIGHT = 45
const PAGE_ROWS = 100
const ROWS_AHEAD = 10

type ImportTableProps = {
  import: ProductImport
  result: ImportResult | 'all'
  onResult: (result: ImportResult | 'all') => void
  /** The rows aren't changing at the moment. */
  isStill: boolean
  onCorrect: (correction: ImportCorrection) => void
}

/** The rows in the columns of the file: wrong cells are marked, and corrected in place. */
export function ImportTable({ import: shown, result, onResult, isStill, onCorrect }: ImportTableProps) {
  const { t } = useTranslation()
  const { rows } = shown
  const all = rows.new + rows.changed + rows.same + rows.invalid
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
  const total = result === 'all' ? all : rows[result]
  const [frame, focusNext] = useFocusAfterCorrection(isStill)
  const correct = (correction: ImportCorrection) => {
    focusNext()
    onCorrect(correction)
  }
  return (
    <Box ref={frame} sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {RESULT_ORDER.map(each => filter(each, `${t(`productImport.results.${each}`)} ${rows[each]}`))}
        {filter('all', `${t('productImport.all')} ${all}`)}
      </Box>
      {total === 0 ? (
        <Box sx={{ color: 'text.secondary' }}>{t('productImport.nothing')}</Box>
      ) : (
        <ImportRows key={result} shown={shown} result={result} total={total} isStill={isStill} onCorrect={correct} />
      )}
    </Box>
  )
}

type RowsProps = Pick<ImportTableProps, 'result' | 'isStill' | 'onCorrect'> & { shown: ProductImport; total: number }

function ImportRows({ shown, result, total, isStill, onCorrect }: RowsProps) {
  const { t } = useTranslation()
  const [view, setView] = useState({ top: 0, height: 600 })
  const [chosen, setChosen] = useState<ChosenCell>()
  const first = Math.max(0, Math.floor(view.top / ROW_HEIGHT) - ROWS_AHEAD)
  const end = Math.min(total, first + Math.ceil(view.height / ROW_HEIGHT) + 2 * ROWS_AHEAD)
  const getRow = useRows(shown, { result, first, end, isStill })
  const places = shown.columns.flatMap((name, at) => (name === null ? [] : at))
  const correct = (correction: ImportCorrection) => {
    setChosen(undefined)
    onCorrect(correction)
  }
  const vatChoices = useVatChoices()
  const isChoice = chosen !== undefined && chosen.at === findPlace(shown, 'vat_class_id') && vatChoices !== undefined
  const cells = { places, shown, chosen: isChoice ? undefined : chosen, onChoose: setChosen, onCorrect: correct }
  return (
    <>
      {chosen && (
        <CellCorrection
          key={`${chosen.row} ${chosen.at}`}
          chosen={chosen}
          choices={isChoice ? vatChoices : undefined}
          onCorrect={correct}
        />
      )}
      <Box
        tabIndex={0}
        role="region"
        aria-label={shown.file_name}
        onScroll={event => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
        sx={{ overflow: 'auto', maxHeight: '60vh', border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        <Box component="table" aria-rowcount={total + 1} sx={tableStyle}>
          <thead>
            <tr>
              <th scope="col">{t('productImport.rowHead')}</th>
              {places.map(at => (
                <th key={at} scope="col">
                  {shown.headings[at]}
                </th>
              ))}
              <th scope="col">{t('productImport.whatHead')}</th>
            </tr>
          </thead>
          <tbody>
            <tr aria-hidden style={{ height: first * ROW_HEIGHT }} />
            {Array.from({ length: end - first }, (_, index) => (
              <TableRowContent key={first + index} index={first + index} row={getRow(first + index)} {...cells} />
            ))}
            <tr aria-hidden style={{ height: (total - end) * ROW_HEIGHT }} />
          </tbody>
        </Box>
      </Box>
    </>
  )
}

const tableStyle = {
  borderCollapse: 'separate',
  borderSpacing: 0,
  minWidth: '100%',
  '& th': { position: 'sticky', top: 0, bgcolor: 'background.paper', zIndex: 1, textAlign: 'start', fontWeight: 650 },
  '& th, & td': { px: 1, height: ROW_HEIGHT, borderBottom: 1, borderColor: 'divider', whiteSpace: 'nowrap' },
  '& td': { maxWidth: 280, overflow: 'hidden', textOverflow: 'ellipsis' },
} as const

/** The rows in view, page by page. */
function useRows(
  { id }: ProductImport,
  { result, first, end, isStill }: { result: ImportResult | 'all'; first: number; end: number; isStill: boolean },
) {
  const from = Math.floor(first / PAGE_ROWS)
  const pages = Array.from(
    { length: Math.floor(Math.max(first, end - 1) / PAGE_ROWS) - from + 1 },
    (_, at) => from + at,
  )
  const loaded = useQueries({
    queries: pages.map(page => {
      const query = { size: PAGE_ROWS, page: page + 1, ...(result !== 'all' && { result }) }
      return {
        ...queryFor(productImports.rows, { params: { id }, query }),
        staleTime: 0,
        placeholderData: keepPreviousData,
        enabled: isStill,
        meta: { handlesOwnError: true },
      }
    }),
  })
  return (index: number): ImportRow | undefined =>
    loaded[Math.floor(index / PAGE_ROWS) - from]?.data?.items[index % PAGE_ROWS]
}

/** The place of the column that fills a field; -1: the file has none. */
const findPlace = ({ columns }: Pick<ProductImport, 'columns'>, field: string): number =>
  columns.findIndex(column => {
    const name = COLUMN_NAMES.find(each => each === column)
    return name !== undefined && IMPORT_COLUMNS[name].field === (field === 'names' ? 'names.fi' : field)
  })

type RowProps = {
  index: number
  row: ImportRow | undefined
  places: readonly number[]
  shown: ProductImport
  chosen: ChosenCell | undefined
  onChoose: (chosen: ChosenCell | undefined) => void
  onCorrect: (correction: ImportCorrection) => void
}

/** As high as a finger needs. */
const targetStyles = { display: 'inline-block', minWidth: 44, lineHeight: '44px' } as const

function TableRowContent({ index, row, places, shown, ...cells }: RowProps) {
  const { t } = useTranslation()
  if (!row)
    return (
      <tr aria-rowindex={index + 2} style={{ height: ROW_HEIGHT }}>
        <td colSpan={places.length + 2}>{t('common.loading')}</td>
      </tr>
    )
  const problems = new Map(row.problems.map(problem => [findPlace(shown, problem.field), problem]))
  return (
    <tr aria-rowindex={index + 2}>
      <td>{row.row}</td>
      {places.map(at => (
        <ImportCell
          key={at}
          row={row}
          at={at}
          problem={row.result === 'invalid' ? problems.get(at) : undefined}
          isOpen={shown.is_open}
          {...cells}
        />
      ))}
      <td title={whatText(row, t)}>
        {row.product_id !== null && row.outcome !== 'removed' ? (
          <Link to={`${PATHS.products}/${row.product_id}/edit`} style={targetStyles}>
            {whatText(row, t)}
          </Link>
        ) : (
          whatText(row, t)
        )}
      </td>
    </tr>
  )
}

type CellProps = Pick<RowProps, 'chosen' | 'onChoose' | 'onCorrect'> & {
  row: ImportRow
  at: number
  problem: RowProblem | undefined
  isOpen: boolean
}

function ImportCell({ row, at, problem, isOpen, chosen, onChoose, onCorrect }: CellProps) {
  const { t } = useTranslation()
  const value = row.cells?.[at] ?? ''
  if (chosen?.row === row.row && chosen.at === at)
    return (
      <td>
        <CellInput
          value={value}
          onDone={typed => onCorrect({ row: row.row, at, value: typed })}
          onLeave={() => onChoose(undefined)}
        />
      </td>
    )
  const mark = problem ? { bgcolor: 'error.main', color: 'error.contrastText' } : {}
  if (!isOpen)
    return (
      <Box component="td" sx={mark}>
        {value}
      </Box>
    )
  return (
    <Box component="td" sx={{ ...mark, p: 0 }}>
      <Box
        component="button"
        type="button"
        onClick={() => onChoose({ row: row.row, at, value, problem })}
        aria-label={problem ? t('productImport.mend', { value, row: String(row.row) }) : undefined}
        sx={{
          all: 'unset',
          display: 'block',
          minWidth: 44,
          minHeight: 44,
          lineHeight: '44px',
          cursor: 'text',
          '&:focus-visible': { outline: 2 },
        }}
      >
        {value || '\u00a0'}
      </Box>
    </Box>
  )
}
