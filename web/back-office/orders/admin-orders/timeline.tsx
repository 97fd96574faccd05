import Box from '@mui/material/Box'
import { shopTimeText } from '#domain/shop-date.ts'

export type TimelineMoment = {
  key: string
  /** ISO 8601; null: now. */
  at: string | null
  text: string
  detail?: string | undefined
}

/** Events in their order, each with its time. */
export function Timeline({ moments }: { moments: readonly TimelineMoment[] }) {
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {moments.map(({ key, at, text, detail }) => (
        <Box component="li" key={key} sx={{ borderInlineStart: '3px solid', borderColor: 'line.strong', pl: 1.5 }}>
          {at !== null && (
            <Box
              component="time"
              dateTime={at}
              sx={{
                display: 'block',
                typography: 'body2',
                color: 'text.secondary',
                fontVariantNumeric: 'tabular-nums',
              }}
            >
              {shopTimeText(at)}
            </Box>
          )}
          <Box sx={{ overflowWrap: 'anywhere' }}>{text}</Box>
          {detail !== undefined && (
            <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>{detail}</Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
