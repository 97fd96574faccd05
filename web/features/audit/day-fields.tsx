import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { TextInput } from '#web/ui/text-input.tsx'

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
        <TextInput
          key={name}
          type="date"
          name={name}
          label={t(`audit.${name}`)}
          value={params.get(name) ?? ''}
          onChange={day => change(name, day)}
        />
      ))}
    </Box>
  )
}
