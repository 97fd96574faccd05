import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { createPath, useLocation } from 'react-router'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'

export const PAGE_SIZE = 50

type PagerProps = {
  page: number
  total: number
  /** There are more rows than `total`, the limit of the count. */
  more?: boolean | undefined
}

/** Links from one page of a list to the next. Each page has its own address. */
export function Pager({ page, total, more = false }: PagerProps) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE))
  if (last === 1 && !more) return null
  const to = (next: number) => {
    const params = new URLSearchParams(search)
    if (next === 1) params.delete('page')
    else params.set('page', String(next))
    return createPath({ pathname, search: params.toString() })
  }
  const way = (label: string, next: number) =>
    next < 1 || (next > last && !more) ? (
      <Button variant="outlined" size="small" disabled>
        {label}
      </Button>
    ) : (
      <Button variant="outlined" size="small" component={Link} to={to(next)}>
        {label}
      </Button>
    )
  return (
    <Frame before={way(t('lists.previous'), page - 1)} after={way(t('lists.next'), page + 1)}>
      {t(more ? 'lists.pageOfMany' : 'lists.page', { page: String(page), last: String(last) })}
    </Frame>
  )
}

type PagesProps = { page: number; last: number; onPage: (page: number) => void }

/** The same for a list in a dialog, or for one without an address. */
export function Pages({ page, last, onPage }: PagesProps) {
  const { t } = useTranslation()
  if (last <= 1) return null
  const way = (label: string, next: number) => (
    <Button variant="outlined" size="small" disabled={next < 1 || next > last} onClick={() => onPage(next)}>
      {label}
    </Button>
  )
  return (
    <Frame before={way(t('lists.previous'), page - 1)} after={way(t('lists.next'), page + 1)}>
      {t('lists.page', { page: String(page), last: String(last) })}
    </Frame>
  )
}

function Frame({ before, after, children }: { before: ReactNode; after: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Box
      component="nav"
      aria-label={t('lists.pages')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'center' }}
    >
      {before}
      <Box component="span" sx={{ px: 1, fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Box>
      {after}
    </Box>
  )
}
