import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

export type TileTone = 'plain' | 'calm' | 'attention' | 'danger'

interface TileProps {
  label: string
  value: string
  caption: ReactNode
  tone?: TileTone
  // The list behind the figure.
  to?: string
}

const edgeOf = ({ vars: { palette } }: Theme, tone: TileTone) =>
  ({ plain: undefined, calm: palette.success.main, attention: palette.sun, danger: palette.error.main })[tone]

/** A figure of the day, with its name above and its meaning below. The text has the same meaning as the edge's colour. */
export function Tile({ label, value, caption, tone = 'plain', to }: TileProps) {
  const body = (
    <>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="span" sx={{ typography: 'amount', fontSize: 'clamp(1.5rem, 1.2rem + 1.3vw, 1.9rem)' }}>
        {value}
      </Box>
      <Box component="span" sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {caption}
      </Box>
    </>
  )
  const look = {
    display: 'grid',
    alignContent: 'start',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 0.5,
    width: '100%',
    height: '100%',
    p: 2,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    bgcolor: 'background.paper',
    color: 'text.primary',
    font: 'inherit',
    textAlign: 'start',
    ...(tone !== 'plain' && { borderInlineStart: (theme: Theme) => `6px solid ${edgeOf(theme, tone) ?? ''}` }),
  } as const
  return (
    <Box component="li" sx={{ listStyle: 'none', minWidth: 0 }}>
      {to === undefined ? (
        <Box sx={look}>{body}</Box>
      ) : (
        <ButtonBase component={Link} to={to} sx={{ ...look, '&:hover': { bgcolor: 'surface.mist' } }}>
          {body}
        </ButtonBase>
      )}
    </Box>
  )
}
