import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { AdminHome } from '#contract/administration/dashboard.ts'
import { isoDate } from '#domain/format/date-format.ts'
import { weekdayText } from '#domain/format/day-names.ts'
import { dayText } from '#domain/format/day-text.ts'
import { zonedTime } from '#domain/zoned-time.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { hasShopOpened } from './matters.ts'

type HomeHeadingProps = {
  /** Undefined until the first response. */
  home: AdminHome | undefined
  timeZone: string
  /** The number of matters that need attention. */
  matters: number
  selectedStore: string
  onSelectStore: (storeId: string) => void
}

function datedText(at: Date, timeZone: string, language: string): string {
  const day = isoDate(at, timeZone)
  return `${weekdayText(day, language, 'long')} ${dayText(day)}`
}

/** A greeting, the day, and one sentence on whether anything needs attention. */
export function HomeHeading({ home, timeZone, matters, selectedStore, onSelectStore }: HomeHeadingProps) {
  const { t, i18n } = useTranslation()
  // Used only until the server's time is known.
  const [now] = useState(() => new Date())
  const at = home ? new Date(home.at) : now
  const part = partOfDay(Number(zonedTime(at, timeZone).time.slice(0, 2)))
  const greeting = t(`adminHome.${part}`)
  const well = home && hasShopOpened(home) ? t('adminHome.allWell') : undefined
  const state = matters === 0 ? well : t('adminHome.somethingWaits', { count: matters })
  const stores = home?.stores ?? []
  const options = [
    { value: '', label: t('adminHome.stores', { count: stores.length }) },
    ...stores.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'end', justifyContent: 'space-between' }}>
      <Box sx={{ flex: '1 1 300px', minWidth: 0 }}>
        <Typography variant="h1" component="h2">
          {greeting}
        </Typography>
        <Typography color="textSecondary" role="status">
          {datedText(at, timeZone, i18n.language)}
          {home && state !== undefined && ` · ${state}`}
        </Typography>
      </Box>
      {stores.length > 1 && (
        <Box sx={{ flex: '0 1 260px', minWidth: 200 }}>
          <SelectInput
            label={t('adminHome.storeShown')}
            value={selectedStore}
            options={options}
            onChange={onSelectStore}
          />
        </Box>
      )}
    </Box>
  )
}

const MORNING_FROM = 4
const DAY_FROM = 12
const EVENING_FROM = 18

export const PARTS_OF_DAY = ['morning', 'day', 'evening'] as const
type PartOfDay = (typeof PARTS_OF_DAY)[number]

/** The part of the day for a greeting; the night counts as evening. */
export function partOfDay(hour: number): PartOfDay {
  if (hour < MORNING_FROM || hour >= EVENING_FROM) return 'evening'
  return hour < DAY_FROM ? 'morning' : 'day'
}
