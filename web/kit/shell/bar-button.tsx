import IconButton, { type IconButtonProps } from '@mui/material/IconButton'

/** A square button on the top bar. */
export function BarButton(props: IconButtonProps) {
  return (
    <IconButton
      {...props}
      sx={{
        bgcolor: theme => `var(--bar-button, ${theme.vars.palette.surface.barButton})`,
        '&:hover': { bgcolor: 'var(--bar-button-hover, rgba(255, 255, 255, 0.24))' },
        '&[aria-disabled="true"]': { opacity: 0.55, cursor: 'not-allowed' },
      }}
    />
  )
}
