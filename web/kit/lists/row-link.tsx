import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link } from '#web/kit/shell/link.tsx'

/** A row's name, as a link that covers the whole row. */
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
        // Does not add to the row's height; the whole row is the touch target.
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
