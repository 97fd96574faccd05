import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { isDay } from '#domain/store-form.ts'
import { DateInput } from '#web/features/forms/date-input.tsx'

const DAYS = ['from', 'until'] as const

/** The first and the last day of what is shown, in the address like every other filter. */
export function DayFields() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const change = (name: string, day: string) =>
    setParams(current => {
      const next = new URLSearchParams(current)
      next.delete('page')
      if (day) next.set(name, day)
      else next.delete(name)
      return next
    })
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 220px))' }}>
      {DAYS.map(name => (
        <DateInput
          key={name}
          name={name}
          label={t(`audit.${name}`)}
          value={params.get(name) ?? ''}
          // What is half typed is no day yet.
          onChange={day => (day === '' || isDay(day)) && change(name, day)}
        />
      ))}
    </Box>
  )
}
