/** A button in a group of which one is chosen. */
export const choiceLook = {
  minHeight: 44,
  px: 2,
  borderRadius: 1,
  border: 1,
  borderColor: 'line.input',
  bgcolor: 'background.paper',
  typography: 'body1',
  '&[aria-pressed="true"], &[aria-current="page"]': {
    bgcolor: 'secondary.main',
    color: 'secondary.contrastText',
    fontWeight: 650,
  },
} as const
