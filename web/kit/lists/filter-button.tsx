import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Drawer from '@mui/material/Drawer'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode, useState } from 'react'
import { dayText } from '#domain/format/day-text.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSearchParams } from '#web/kit/shell/link.tsx'
import { useWideScreen } from '#web/kit/ui/hooks/use-wide-screen.ts'
import { CloseIcon, FilterIcon } from '#web/kit/ui/icons.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { useBackCloses } from '#web/kit/ui/layers.ts'
import type { ListFilter } from './list-types.ts'

type FilterButtonProps = {
  filters: readonly ListFilter[]
  chosen: Readonly<Record<string, string>>
  onChange: (changes: Readonly<Record<string, string | undefined>>) => void
  /** Fields of the page before the other filters, and the names of the filters that they set. */
  fields?: FilterFields | undefined
}

// The fields scroll, and the buttons below them stay in view.
const sheet = { display: 'flex', flexDirection: 'column', overflow: 'hidden', width: { md: 360 } } as const
const scroller = { display: 'grid', gap: 2, p: 2.5, pb: 1, minHeight: 0, overflowY: 'auto' } as const
const foot = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  px: 2.5,
  pt: 1,
  pb: 'max(20px, env(safe-area-inset-bottom))',
} as const

export type FilterFields = { names: readonly string[]; content: ReactNode }

/** Opens the filters: beside the button on a desktop, from the bottom edge on a phone. Each applies at once. */
export function FilterButton({ filters, chosen, onChange, fields }: FilterButtonProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isPhone = !useWideScreen()
  const close = () => setAnchor(null)
  const names = [...(fields?.names ?? []), ...filters.map(({ name }) => name)]
  const count = names.filter(name => chosen[name] !== undefined).length
  const content = (
    <>
      <Box sx={scroller}>
        <Typography variant="h2">{t('lists.filters')}</Typography>
        {fields?.content}
        {filters.map(filter => {
          const field = {
            value: chosen[filter.name] ?? filter.usual ?? '',
            onChange: (value: string) => onChange(choosing(filter, value, chosen)),
          }
          if (filter.input) return <Fragment key={filter.name}>{filter.input(field)}</Fragment>
          const any = filter.usual === undefined ? { placeholder: t('lists.any') } : {}
          return <SelectInput key={filter.name} label={filter.label} options={filter.options} {...any} {...field} />
        })}
      </Box>
      <Box sx={foot}>
        <Button
          variant="outlined"
          sx={{ flex: 1 }}
          disabled={count === 0}
          onClick={() => onChange(Object.fromEntries(names.map(name => [name, undefined])))}
        >
          {t('lists.clearFilters')}
        </Button>
        <Button variant="contained" sx={{ flex: 1 }} onClick={close}>
          {t('lists.show')}
        </Button>
      </Box>
    </>
  )
  useBackCloses(anchor !== null, close)
  return (
    <>
      <Badge badgeContent={count} color="primary">
        <Button
          variant="outlined"
          size="small"
          startIcon={<FilterIcon size={20} />}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={event => setAnchor(event.currentTarget)}
          sx={{ minHeight: 44 }}
        >
          {t('lists.filters')}
        </Button>
      </Badge>
      {isPhone ? (
        <Drawer
          anchor="bottom"
          open={anchor !== null}
          onClose={close}
          slotProps={{ paper: { role: 'dialog', 'aria-label': t('lists.filters'), sx: sheet } }}
        >
          {content}
        </Drawer>
      ) : (
        <Popover
          open={anchor !== null}
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': t('lists.filters'), sx: sheet } }}
        >
          {content}
        </Popover>
      )}
    </>
  )
}

type ChosenFilters = Readonly<Record<string, string>>
type Changes = Readonly<Record<string, string | undefined>>

/** The changes for choosing a value: a filter that is meaningless without another one sets that one too. */
export function choosing({ name, alongWith = {} }: ListFilter, value: string, chosen: ChosenFilters): Changes {
  const missing = Object.entries(alongWith).filter(([other]) => chosen[other] === undefined)
  return { ...(value !== '' && Object.fromEntries(missing)), [name]: value }
}

/** The changes for removing a filter: filters that are meaningless without it are removed too. */
export const takingOff = (name: string, filters: readonly ListFilter[]): Changes =>
  Object.fromEntries(
    filters
      .filter(filter => filter.name === name || filter.alongWith?.[name] !== undefined)
      .map(filter => [filter.name, undefined]),
  )

/** The query of the list: the address's parameters, and the default of each filter that the address omits. */
export const toQuery = (query: ChosenFilters, filters: readonly ListFilter[]): ChosenFilters => ({
  ...Object.fromEntries(filters.flatMap(({ name, usual }) => (usual === undefined ? [] : [[name, usual]]))),
  ...query,
})

const DAYS = ['from', 'until'] as const

/** The first and the last day as filters: typed in `dayFields`, removed by their chips. */
export function useDayFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  return DAYS.map(name => {
    const day = params.get(name)
    const options = day ? [{ value: day, label: dayText(day) }] : []
    return { name, label: t(`lists.${name}`), options, place: 'chip' }
  })
}

/** Among the filters: the first and the last day. `instead` names the parameters that they replace. */
export const dayFields = (instead: readonly string[] = []): FilterFields => ({
  names: DAYS,
  content: <DayFields instead={instead} />,
})

/** The first and the last day shown, in the address like every other filter. */
function DayFields({ instead }: { instead: readonly string[] }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const change = (name: string, day: string) =>
    setParams(current => {
      const next = new URLSearchParams(current)
      for (const other of ['page', ...instead]) next.delete(other)
      if (day) next.set(name, day)
      else next.delete(name)
      return next
    })
  const [from, until] = DAYS.map(name => params.get(name) ?? '')
  const areTurned = from && until && until < from
  return (
    <Box sx={{ maxWidth: 460 }}>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(min(150px, 100%), 1fr))' }}>
        {DAYS.map(name => (
          <DateInput
            key={name}
            name={name}
            label={t(`lists.${name}`)}
            value={params.get(name) ?? ''}
            error={areTurned && name === 'until' ? t('lists.daysTurned') : undefined}
            // A partly typed text is not a date yet.
            onChange={day => (day === '' || isDay(day)) && day !== (params.get(name) ?? '') && change(name, day)}
          />
        ))}
      </Box>
    </Box>
  )
}

type FilterChipsProps = {
  filters: readonly ListFilter[]
  chosen: Readonly<Record<string, string>>
  onRemove: (name: string) => void
}

/** The active filters, each of them removable. */
export function FilterChips({ filters, chosen, onRemove }: FilterChipsProps) {
  const { t } = useTranslation()
  return filters.flatMap(({ name, label, options }) => {
    const value = chosen[name]
    if (value === undefined) return []
    const text = `${label}: ${options.find(option => option.value === value)?.label ?? value}`
    return [
      <ButtonBase
        key={name}
        aria-label={t('lists.removeFilter', { filter: text })}
        onClick={() => onRemove(name)}
        sx={{
          minHeight: 44,
          px: 1.75,
          gap: 0.75,
          borderRadius: 1,
          typography: 'body2',
          fontWeight: 650,
          bgcolor: 'pill.open',
          color: 'pill.openInk',
        }}
      >
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Box>
        <CloseIcon size={16} />
      </ButtonBase>,
    ]
  })
}
