import { createTheme } from '@mui/material/styles'
import { COMPONENTS } from './theme-components.ts'
import { DARK_PALETTE, LIGHT_PALETTE } from './theme-palette.ts'
import { TYPOGRAPHY } from './theme-typography.ts'

// The shop's look: paper, forest green and hairlines, light and dark by the system's preference.
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'media' },
  colorSchemes: { light: { palette: LIGHT_PALETTE }, dark: { palette: DARK_PALETTE } },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  shape: { borderRadius: 8 },
  mixins: { toolbar: { minHeight: 76 } },
  motion: { reducedMotion: 'system' },
  typography: TYPOGRAPHY,
  components: COMPONENTS,
})
