import Box from '@mui/material/Box'
import type { Drawing } from '#domain/catalogue/drawings.ts'
import { DRAWING_TINTS } from './drawing-tints.ts'
import spriteUrl from './drawings.svg?url'

interface ProductDrawingProps {
  /** Without one, a plain box is drawn. */
  drawing: Drawing | null
  /** A square of this many pixels; without it the tile fills its place, 16 wide to 11 high. */
  size?: number
}

/** A drawn product on its tint. The product's name is beside it, so screen readers skip it. */
export function ProductDrawing({ drawing, size }: ProductDrawingProps) {
  const shown = drawing ?? 'package'
  const tint = DRAWING_TINTS[shown]
  return (
    <Box
      component="span"
      aria-hidden="true"
      sx={theme => ({
        display: 'grid',
        placeItems: 'center',
        flex: 'none',
        overflow: 'hidden',
        borderRadius: 1,
        backgroundColor: tint.light,
        ...theme.applyStyles('dark', { backgroundColor: tint.dark }),
        ...(size === undefined ? { width: '100%', aspectRatio: '16 / 11' } : { width: size, height: size }),
      })}
    >
      <Box
        component="svg"
        viewBox="0 0 64 64"
        focusable="false"
        sx={{ display: 'block', gridArea: '1 / 1', width: '88%', height: '88%' }}
      >
        <use href={`${spriteUrl}#${shown}`} />
      </Box>
    </Box>
  )
}
