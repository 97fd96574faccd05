import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { createPath, useLocation } from 'react-router'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { EarlierIcon, LaterIcon } from '#web/kit/ui/icons.tsx'

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

/** The pager of a list in a dialog, or of one without an address. */
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

type StepsProps = {
  earlier: string
  later: string
  onStep: (by: -1 | 1) => void
  /** There is nothing later. */
  isLast: boolean
  /** The field. */
  children: ReactNode
  width: number
}

const quietLabel = {
  minWidth: 0,
  '& label': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  '& :is(input, select)': { minHeight: 44 },
} as const

type BarFieldProps = { children: ReactNode; flex: string; maxWidth?: number }

/** A low field in a bar above a list. Its value says what it is; its label is only for screen readers. */
export const BarField = ({ children, flex, maxWidth }: BarFieldProps) => (
  <Box sx={{ ...quietLabel, flex, maxWidth: { sm: maxWidth } }}>{children}</Box>
)

/** Chooses a day or a month: by a field, or the next or previous one. */
export function Steps({ earlier, later, onStep, isLast, children, width }: StepsProps) {
  const step = (label: string, by: -1 | 1) => (
    <Button
      variant="outlined"
      size="small"
      aria-label={label}
      title={label}
      disabled={by === 1 && isLast}
      onClick={() => onStep(by)}
      sx={{ flex: 'none', minWidth: 44, px: 1 }}
    >
      {by === -1 ? <EarlierIcon size={20} /> : <LaterIcon size={20} />}
    </Button>
  )
  return (
    <Box sx={{ flex: '1 1 auto', maxWidth: { sm: width }, display: 'flex', gap: 1, alignItems: 'start' }}>
      <BarField flex="1 1 150px">{children}</BarField>
      {step(earlier, -1)}
      {step(later, 1)}
    </Box>
  )
}
