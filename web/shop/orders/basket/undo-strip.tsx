import Box from '@mui/material/Box'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface UndoStripProps {
  text: string
  action: ReactNode
  component?: 'li' | 'div'
}

/** In place of what has gone: what happened, and the way back, for as long as there is one. */
export function UndoStrip({ text, action, component = 'div' }: UndoStripProps) {
  const strip = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = strip.current
    const next = element?.parentElement?.closest<HTMLElement>('[tabindex="-1"]')
    // The button that was pressed has gone: whoever goes by keyboard or reader stays in its place.
    element?.focus({ preventScroll: true })
    return () => {
      if (element?.contains(document.activeElement)) next?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Box
      component={component}
      ref={strip}
      tabIndex={-1}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
        minHeight: 60,
        px: 2,
        py: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'surface.mist',
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{text}</Box>
      {action}
    </Box>
  )
}
