import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A row's name; the whole row is pressed for it. */
export function RowLink({ path, children }: { path: string | undefined; children: ReactNode }) {
  if (path === undefined)
    return (
      <Box component="span" sx={{ fontWeight: 650 }}>
        {children}
      </Box>
    )
  return (
    <MuiLink
      component={Link}
      to={path}
      color="inherit"
      underline="none"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        minHeight: 44,
        // The row's height is its own: a finger has all of it.
        my: -1,
        minWidth: 44,
        fontWeight: 650,
        '&::after': { content: '""', position: 'absolute', inset: 0 },
      }}
    >
      {children}
    </MuiLink>
  )
}
