import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

type StatusPillProps = {
  tone: 'open' | 'closed' | 'attention' | 'danger'
  children: ReactNode
  // A dot for a state that changes by itself, such as opening hours.
  dot?: boolean
}

/** A state in one to three words. The text has the meaning; the colour only helps. */
export function StatusPill({ tone, children, dot = false }: StatusPillProps) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        px: 1.5,
        py: 0.5,
        borderRadius: 1,
        typography: 'body2',
        fontWeight: 650,
        bgcolor: `pill.${tone}`,
        color: `pill.${tone}Ink`,
      }}
    >
      {dot && (
        <Box
          component="span"
          aria-hidden
          sx={{ width: 9, height: 9, borderRadius: '50%', bgcolor: tone === 'open' ? 'success.main' : 'currentColor' }}
        />
      )}
      <span>{children}</span>
    </Box>
  )
}
