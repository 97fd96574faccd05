import Box from '@mui/material/Box'
import { BEFORE_BAR, NOW_BAR } from './bars.ts'

const swatch = { display: 'inline-block', width: 12, height: 12, borderRadius: '2px', mr: 0.75 }

/** Which bar is which. */
export function Legend({ now, before }: { now: string; before: string }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, typography: 'body2', color: 'text.secondary' }}>
      <span>
        <Box component="span" aria-hidden sx={{ ...swatch, ...NOW_BAR }} />
        {now}
      </span>
      <span>
        <Box component="span" aria-hidden sx={{ ...swatch, ...BEFORE_BAR }} />
        {before}
      </span>
    </Box>
  )
}
