import Box from '@mui/material/Box'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

type UndoStripProps = {
  text: string
  action: ReactNode
  component?: 'li' | 'div'
}

/** Replaces a removed element: shows what happened, with Undo for as long as it is possible. */
export function UndoStrip({ text, action, component = 'div' }: UndoStripProps) {
  const strip = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = strip.current
    const next = element?.parentElement?.closest<HTMLElement>('[tabindex="-1"]')
    // The pressed button is gone: the focus of keyboard and screen reader users stays in its place.
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
