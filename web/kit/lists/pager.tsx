import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ChangeEvent, type FormEvent, type ReactNode, useState } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { EarlierIcon, LaterIcon } from '#web/kit/ui/icons.tsx'
import { FIELD_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import { type PageSize, PAGE_SIZES } from './use-list-state.ts'

type PagerProps = {
  page: number
  total: number
  /** There are more rows than `total`, the limit of the count. */
  more?: boolean | undefined
  size?: PageSize
  /** Without it, the size of a page can't be chosen. */
  onSize?: (size: PageSize) => void
}

/** With fewer pages, a field for their number is no quicker than the buttons. */
const PAGES_WITH_FIELD = 3

/** Links from one page of a list to the next. Each page has its own address. */
export function Pager({ page, total, more = false, size = PAGE_SIZES[0], onSize }: PagerProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const last = Math.max(1, Math.ceil(total / size))
  const mayChoose = onSize !== undefined && total > PAGE_SIZES[0]
  if (last === 1 && !more && !mayChoose) return null
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
  const fields = (
    <>
      {last >= PAGES_WITH_FIELD && (
        <PageField last={more ? undefined : last} onPage={next => void navigate(to(next))} />
      )}
      {mayChoose && <SizeField size={size} onSize={onSize} />}
    </>
  )
  return (
    <Frame before={way(t('lists.previous'), page - 1)} after={way(t('lists.next'), page + 1)} fields={fields}>
      {t(more ? 'lists.pageOfMany' : 'lists.page', { page: String(page), last: String(last) })}
    </Frame>
  )
}

const fieldLabel = { display: 'inline-flex', alignItems: 'center', gap: 1, typography: 'body2' } as const
const lowField = { minHeight: 44, pl: 1 } as const

/** Goes to the page of a typed number; a higher one than `last` goes to the last page. */
function PageField({ last, onPage }: { last: number | undefined; onPage: (page: number) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const page = Number(typed)
    if (!Number.isInteger(page) || page < 1) return
    setTyped('')
    onPage(Math.min(page, last ?? page))
  }
  return (
    <Box component="form" onSubmit={submit} noValidate>
      <Box component="label" sx={fieldLabel}>
        {t('lists.goToPage')}
        <Box
          component="input"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="go"
          maxLength={6}
          value={typed}
          onChange={(event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value.replaceAll(/\D/g, ''))}
          className={FIELD_CLASS}
          sx={{ ...lowField, pr: 1, width: '5.5em', textAlign: 'end' }}
        />
      </Box>
    </Box>
  )
}

type SizeFieldProps = { size: PageSize; onSize: (size: PageSize) => void }

function SizeField({ size, onSize }: SizeFieldProps) {
  const { t } = useTranslation()
  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    const chosen = PAGE_SIZES.find(each => String(each) === event.target.value)
    if (chosen) onSize(chosen)
  }
  return (
    <Box component="label" sx={fieldLabel}>
      {t('lists.rowsOnPage')}
      <Box
        component="select"
        value={size}
        onChange={choose}
        className={FIELD_CLASS}
        sx={{ ...lowField, width: 'auto' }}
      >
        {PAGE_SIZES.map(each => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </Box>
    </Box>
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

type FrameProps = { before: ReactNode; after: ReactNode; children: ReactNode; fields?: ReactNode }

function Frame({ before, after, children, fields }: FrameProps) {
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
      {fields}
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

/** A low field in a bar above a list. Its value is enough to see; its label is only for screen readers. */
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
