import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { isDay } from '#domain/stores/store-form.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { EarlierIcon, LaterIcon } from '#web/kit/ui/icons.tsx'

interface DayBarProps {
  day: string
  today: string
  onChange: (day: string) => void
}

// On a phone the two buttons share a line under the date.
const step = { flex: { xs: '1 1 130px', sm: '0 0 auto' } } as const

/** Chooses the day: by its date, or the next or previous one. */
export function DayBar({ day, today, onChange }: DayBarProps) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'end' }}>
      <Box sx={{ flex: { xs: '1 1 100%', sm: '1 1 180px' }, maxWidth: { sm: 220 } }}>
        <DateInput
          name="date"
          label={t('visits.day')}
          value={day}
          // An empty or partly typed date isn't a day.
          onChange={wanted => isDay(wanted) && onChange(wanted)}
        />
      </Box>
      <Button
        variant="outlined"
        startIcon={<EarlierIcon size={20} />}
        sx={step}
        onClick={() => onChange(plusDays(day, -1))}
      >
        {t('visits.earlier')}
      </Button>
      <Button
        variant="outlined"
        endIcon={<LaterIcon size={20} />}
        disabled={day >= today}
        sx={step}
        onClick={() => onChange(plusDays(day, 1))}
      >
        {t('visits.later')}
      </Button>
      {day !== today && <Button onClick={() => onChange(today)}>{t('visits.today')}</Button>}
    </Box>
  )
}
