import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

type PanelTone = 'plain' | 'fresh' | 'attention' | 'danger'

type PanelProps = {
  children: ReactNode
  // fresh: the main panel of a screen. attention, danger: a coloured edge.
  tone?: PanelTone
  component?: 'div' | 'section' | 'article' | 'form' | 'li'
  'aria-labelledby'?: string
  'aria-label'?: string
}

/** A paper surface with a hairline around it. */
export function Panel({ children, tone = 'plain', component = 'div', ...names }: PanelProps) {
  return (
    <Box
      component={component}
      {...names}
      sx={({ vars: { palette } }) => ({
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        listStyle: 'none',
        ...(tone === 'attention' && { borderInlineStart: `6px solid ${palette.sun}` }),
        ...(tone === 'danger' && { borderInlineStart: `6px solid ${palette.error.main}` }),
        ...(tone === 'fresh' && {
          backgroundImage: `linear-gradient(160deg, ${palette.background.paper} 40%, ${palette.surface.mist})`,
        }),
      })}
    >
      {children}
    </Box>
  )
}
