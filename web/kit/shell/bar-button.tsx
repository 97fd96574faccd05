import IconButton, { type IconButtonProps } from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'

/** The look of a button or link on the top bar. */
export const onBar = {
  bgcolor: (theme: Theme) => `var(--bar-button, ${theme.vars.palette.surface.barButton})`,
  '&:hover': { bgcolor: 'var(--bar-button-hover, rgba(255, 255, 255, 0.24))' },
  '&[aria-disabled="true"]': { opacity: 0.55, cursor: 'not-allowed' },
}

/** A square button on the top bar. */
export function BarButton(props: IconButtonProps) {
  return <IconButton {...props} sx={onBar} />
}
