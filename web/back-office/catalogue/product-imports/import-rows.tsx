import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type ImportResult, type ProductImport, productImports } from '#contract/catalogue/product-imports.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { ImportRowItem } from './import-row-item.tsx'

const SIZE = 50
const RESULTS = ['wrong', 'new', 'changed', 'same'] as const

interface ImportRowsProps {
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
    ...queryOf(productImports.rows, { params: { id }, query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled: isStill,
    meta: { showsOwnError: true },
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
      {last > 1 && (
        <Box
          component="nav"
          aria-label={t('lists.pages')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'center' }}
        >
          <Button
            variant="outlined"
            size="small"
            disabled={page === 1}
            onClick={() => setPaging({ of: result, page: page - 1 })}
          >
            {t('lists.previous')}
          </Button>
          <span>{t('lists.page', { page: String(page), last: String(last) })}</span>
          <Button
            variant="outlined"
            size="small"
            disabled={page >= last}
            onClick={() => setPaging({ of: result, page: page + 1 })}
          >
            {t('lists.next')}
          </Button>
        </Box>
      )}
    </Box>
  )
}
