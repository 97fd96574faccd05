import AppBar from '@mui/material/AppBar'
import Box from '@mui/material/Box'
import Toolbar from '@mui/material/Toolbar'
import useScrollTrigger from '@mui/material/useScrollTrigger'
import type { ReactNode } from 'react'
import { TINY_SCREEN } from '#web/kit/ui/hooks/short-screen.ts'

const HIDE_AFTER_PX = 100

type TopBarProps = {
  // At the left end: the logo, and for admins the drawer's button.
  start: ReactNode
  // At the right end: home and account.
  end?: ReactNode
}

/** Hides on scrolling down past 100 px; shows on scrolling up or when it gets the focus. */
export function TopBar({ start, end }: TopBarProps) {
  const isScrolledDown = useScrollTrigger({ threshold: HIDE_AFTER_PX })
  return (
    <AppBar
      position="sticky"
      sx={{
        transition: theme =>
          theme.transitions.create('transform', { duration: theme.transitions.duration.enteringScreen }),
        transform: isScrolledDown ? 'translateY(-100%)' : 'none',
        '&:focus-within': { transform: 'none' },
        [TINY_SCREEN]: { position: 'static', transform: 'none' },
      }}
    >
      <Toolbar sx={{ gap: 1.5 }}>
        {start}
        <Box sx={{ flex: 1 }} />
        {end}
      </Toolbar>
    </AppBar>
  )
}
