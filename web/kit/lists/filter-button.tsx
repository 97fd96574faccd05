import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Drawer from '@mui/material/Drawer'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { Fragment, useState } from 'react'
import type { FilterCounts } from '#contract/lists.ts'
import { numberText } from '#domain/format/number-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useWideScreen } from '#web/kit/ui/hooks/use-wide-screen.ts'
import { CloseIcon, FilterIcon } from '#web/kit/ui/icons.tsx'
import { CHOICE_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { useBackCloses } from '#web/kit/ui/layers.ts'
import type { FilterFields } from './day-fields.tsx'
import type { ListFilter } from './list-types.ts'

type FilterButtonProps = {
  filters: readonly ListFilter[]
  chosen: Readonly<Record<string, string>>
  onChange: (changes: Readonly<Record<string, string | undefined>>) => void
  /** Fields of the page before the other filters, and the names of the filters that they set. */
  fields?: FilterFields | undefined
  /** How many rows each value would show. */
  counts?: FilterCounts | undefined
}

/** As many values are chosen from chips; more are in a list. */
const MAX_CHIPS = 8

// The fields scroll, and the buttons below them stay in view.
const sheetStyles = { display: 'flex', flexDirection: 'column', overflow: 'hidden', width: { md: 360 } } as const
const scrollerStyles = { display: 'grid', gap: 2, p: 2.5, pb: 1, minHeight: 0, overflowY: 'auto' } as const
const footStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  px: 2.5,
  pt: 1,
  pb: 'max(20px, env(safe-area-inset-bottom))',
} as const

/** Opens the filters: beside the button on a desktop, from the bottom edge on a phone. Each applies at once. */
export function FilterButton({ filters, chosen, onChange, fields, counts = {} }: FilterButtonProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isPhone = !useWideScreen()
  const close = () => setAnchor(null)
  const names = [...(fields?.names ?? []), ...filters.map(({ name }) => name)]
  const count = names.filter(name => chosen[name] !== undefined).length
  const content = (
    <>
      <Box sx={scrollerStyles}>
        <Typography variant="h2">{t('lists.filters')}</Typography>
        {fields?.content}
        {filters.map(filter => {
          const field = {
            value: chosen[filter.name] ?? filter.usual ?? '',
            onChange: (value: string) => onChange(toFilterChanges(filter, value, chosen)),
          }
          if (filter.input) return <Fragment key={filter.name}>{filter.input(field)}</Fragment>
          const any = filter.usual === undefined ? { placeholder: t('lists.any') } : {}
          if (filter.options.length <= MAX_CHIPS)
            return <ValueChips key={filter.name} filter={filter} counts={counts[filter.name]} {...field} />
          return <SelectInput key={filter.name} label={filter.label} options={filter.options} {...any} {...field} />
        })}
      </Box>
      <Box sx={footStyles}>
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
          slotProps={{ paper: { role: 'dialog', 'aria-label': t('lists.filters'), sx: sheetStyles } }}
        >
          {content}
        </Drawer>
      ) : (
        <Popover
          open={anchor !== null}
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': t('lists.filters'), sx: sheetStyles } }}
        >
          {content}
        </Popover>
      )}
    </>
  )
}

type ValueChipsProps = {
  filter: ListFilter
  counts: Readonly<Record<string, number>> | undefined
  value: string
  onChange: (value: string) => void
}

/** The few values of a filter, each with the number of rows that it would show. */
function ValueChips({ filter: { label, options, usual }, counts, value, onChange }: ValueChipsProps) {
  const { t } = useTranslation()
  const any = usual === undefined ? [{ value: '', label: t('lists.any') }] : []
  return (
    <Box>
      <Box aria-hidden sx={{ typography: 'body2', fontWeight: 650, mb: 0.75 }}>
        {label}
      </Box>
      <Box role="group" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {[...any, ...options].map(option => {
          const count = option.value === '' || !counts ? undefined : (counts[option.value] ?? 0)
          return (
            <button
              type="button"
              key={option.value}
              className={CHOICE_CLASS}
              aria-pressed={option.value === value}
              onClick={() => onChange(option.value)}
            >
              {option.label}
              {count !== undefined && (
                <Box component="span" sx={{ ml: 1, fontVariantNumeric: 'tabular-nums', opacity: 0.8 }}>
                  {numberText(count)}
                </Box>
              )}
            </button>
          )
        })}
      </Box>
    </Box>
  )
}

type ChosenFilters = Readonly<Record<string, string>>
type FilterChanges = Readonly<Record<string, string | undefined>>

/** The changes for choosing a value: a filter that is meaningless without another one sets that one too. */
export function toFilterChanges(
  { name, alongWith = {} }: ListFilter,
  value: string,
  chosen: ChosenFilters,
): FilterChanges {
  const missing = Object.entries(alongWith).filter(([other]) => chosen[other] === undefined)
  return { ...(value !== '' && Object.fromEntries(missing)), [name]: value }
}

/** The changes for removing a filter: filters that are meaningless without it are removed too. */
export const takingOff = (name: string, filters: readonly ListFilter[]): FilterChanges =>
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
