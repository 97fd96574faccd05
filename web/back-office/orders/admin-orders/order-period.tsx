import Box from '@mui/material/Box'
import { DayFields } from '#web/kit/lists/day-fields.tsx'
import { PeriodButtons } from './period-buttons.tsx'

/** How far back the list goes, or from which day to which. */
export function OrderPeriod() {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1.5, alignItems: 'end' }}>
      <PeriodButtons />
      <Box sx={{ flex: '1 1 260px' }}>
        <DayFields instead={['days']} />
      </Box>
    </Box>
  )
}
