/* oxlint-disable typescript/consistent-type-definitions -- only an interface extends a library’s type */
import { createTheme } from '@mui/material/styles'
import { COMPONENTS } from './theme-components.ts'
import { DARK_PALETTE, LIGHT_PALETTE, type ShopPalette } from './theme-palette.ts'
import { TYPOGRAPHY } from './theme-tokens.ts'

declare module '@mui/material/styles' {
  interface Palette extends ShopPalette {}
  interface PaletteOptions extends Partial<ShopPalette> {}
  interface TypographyVariants {
    amount: React.CSSProperties
  }
  interface TypographyVariantsOptions {
    amount?: React.CSSProperties
  }
}
declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    amount: true
  }
}

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
