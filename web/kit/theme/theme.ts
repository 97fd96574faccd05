/* oxlint-disable typescript/consistent-type-definitions -- only an interface extends a library’s type */
import { createTheme, type Components, type Theme } from '@mui/material/styles'
import { DARK_PALETTE, LIGHT_PALETTE, type ShopPalette } from './theme-palette.ts'
import { TYPOGRAPHY } from './theme-tokens.ts'

const BUTTON_HEIGHT_PX = 56
const MIN_TARGET_PX = 44
const RIPPLE_MS = 550

// A white ring inside a dark one: one of the two is visible on every background, including photographs.
const FOCUS_RING = { outline: '3px solid #16241a', outlineOffset: '2px', boxShadow: '0 0 0 2px #fff' }
const FOCUS_RING_DARK = { outline: '3px solid #fff', outlineOffset: '2px', boxShadow: '0 0 0 2px #16241a' }

const buttonComponents: Components<Theme> = {
  MuiButtonBase: {
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-focusVisible': { ...FOCUS_RING, ...theme.applyStyles('dark', FOCUS_RING_DARK) },
        '& .MuiTouchRipple-rippleVisible': { animationDuration: `${RIPPLE_MS}ms` },
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, disableFocusRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: BUTTON_HEIGHT_PX,
        paddingInline: 'clamp(8px, 4vw, 20px)',
        fontSize: '1.0625rem',
        lineHeight: 1.25,
        letterSpacing: 0,
        hyphens: 'auto',
        // A loading button keeps its colour: grey would mean disabled.
        '&.MuiButton-loading.MuiButton-contained.MuiButton-colorPrimary': {
          backgroundColor: theme.vars.palette.primary.main,
        },
        '&.MuiButton-contained[aria-disabled="true"]:not(.MuiButton-loading)': {
          color: theme.vars.palette.action.disabled,
          backgroundColor: theme.vars.palette.action.disabledBackground,
        },
        '& .MuiButton-loadingIndicator': { color: theme.vars.palette.primary.main },
        '&.MuiButton-contained.MuiButton-colorPrimary .MuiButton-loadingIndicator': {
          color: theme.vars.palette.primary.contrastText,
        },
      }),
      sizeSmall: { minHeight: MIN_TARGET_PX, paddingInline: 12, fontSize: '1rem' },
      outlined: { borderWidth: 2, borderColor: 'currentColor', '&:hover': { borderColor: 'currentColor' } },
    },
  },
  MuiIconButton: {
    defaultProps: { disableFocusRipple: true, color: 'inherit' },
    styleOverrides: { root: { minWidth: MIN_TARGET_PX, minHeight: MIN_TARGET_PX, borderRadius: 8 } },
  },
  MuiCheckbox: {
    defaultProps: { disableFocusRipple: true },
    styleOverrides: { root: { minWidth: MIN_TARGET_PX, minHeight: MIN_TARGET_PX } },
  },
  MuiLink: { styleOverrides: { root: { textUnderlineOffset: '0.15em' } } },
}

const surfaceComponents: Components<Theme> = {
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiDialogTitle: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.h2,
        padding: '20px 24px 12px',
        hyphens: 'auto',
        textWrap: 'balance',
      }),
    },
  },
  // The buttons share the width, each as easy to hit as the other; where they don't fit beside each other they stack.
  MuiDialogActions: {
    defaultProps: { disableSpacing: true },
    styleOverrides: {
      root: { padding: '8px 24px 24px', gap: 8, flexWrap: 'wrap', '& > button, & > a': { flex: '1 1 auto' } },
    },
  },
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme }) => ({
        border: `1px solid ${theme.vars.palette.divider}`,
        boxShadow: '0 8px 28px rgb(0 0 0 / 0.2)',
      }),
    },
  },
}

const THEME_COMPONENTS: Components<Theme> = { ...buttonComponents, ...surfaceComponents }

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
  components: THEME_COMPONENTS,
})
