import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { monthText } from '#domain/format/day-names.ts'
import { SelectInput } from '#web/kit/ui/select-input.tsx'
import { monthsToChoose, plusMonths } from './months.ts'

interface MonthBarProps {
  month: string
  thisMonth: string
  onChange: (month: string) => void
}

/** Which month is shown: by name, or one to and fro. */
export function MonthBar({ month, thisMonth, onChange }: MonthBarProps) {
  const { t, i18n } = useTranslation()
  const options = monthsToChoose(thisMonth, month).map(value => ({
    value,
    label: monthText(value, i18n.resolvedLanguage ?? 'fi'),
  }))
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'end' }}>
      <Box sx={{ flex: '1 1 200px', maxWidth: 300 }}>
        <SelectInput label={t('closings.month')} value={month} options={options} onChange={onChange} />
      </Box>
      <Button variant="outlined" onClick={() => onChange(plusMonths(month, -1))}>
        {t('closings.earlier')}
      </Button>
      <Button variant="outlined" disabled={month >= thisMonth} onClick={() => onChange(plusMonths(month, 1))}>
        {t('closings.later')}
      </Button>
    </Box>
  )
}
