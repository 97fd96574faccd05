import type { Components, Theme } from '@mui/material/styles'
import { GuardedPaper } from '#web/kit/ui/guarded-paper.tsx'

const BUTTON_HEIGHT_PX = 56
const LEAST_TARGET_PX = 44
const TOOLBAR_MIN_HEIGHT_PX = 76
const RIPPLE_MS = 550

// A white ring inside a dark one: one of the two is visible on every background, including photographs.
const FOCUS_RING = { outline: '3px solid #16241a', outlineOffset: '2px', boxShadow: '0 0 0 2px #fff' }
const FOCUS_RING_DARK = { outline: '3px solid #fff', outlineOffset: '2px', boxShadow: '0 0 0 2px #16241a' }

const globalStyles: NonNullable<Components<Theme>['MuiCssBaseline']> = {
  styleOverrides: theme => ({
    html: {
      overflowWrap: 'anywhere',
      scrollPaddingTop: `calc(${TOOLBAR_MIN_HEIGHT_PX + 16}px + var(--notices-height, 0px))`,
      scrollPaddingBottom: 'calc(var(--bottom-bar-height, 0px) + var(--toasts-height, 0px) + 16px)',
      WebkitTextSizeAdjust: '100%',
    },
    body: { minWidth: 320 },
    'h1, h2, h3': { hyphens: 'auto', textWrap: 'balance' },
    // Long Finnish words break at a syllable before they break anywhere else.
    'p, li, dt, dd, th, label, legend, figcaption': { hyphens: 'auto', hyphenateLimitChars: '10 4 4' },
    'input, textarea, select': { scrollMarginBlock: 24 },
    ':focus-visible': { ...FOCUS_RING, ...theme.applyStyles('dark', FOCUS_RING_DARK) },
    // A main region takes focus only so that the next Tab starts inside it.
    'main:focus-visible, [tabindex="-1"]:focus-visible': { outline: 'none', boxShadow: 'none' },
    '@media (prefers-reduced-motion: reduce)': {
      '*, *::before, *::after': {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0.01ms !important',
        scrollBehavior: 'auto !important',
      },
    },
  }),
}

const buttons: Components<Theme> = {
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
      sizeSmall: { minHeight: LEAST_TARGET_PX, paddingInline: 12, fontSize: '1rem' },
      outlined: { borderWidth: 2, borderColor: 'currentColor', '&:hover': { borderColor: 'currentColor' } },
    },
  },
  MuiIconButton: {
    defaultProps: { disableFocusRipple: true, color: 'inherit' },
    styleOverrides: { root: { minWidth: LEAST_TARGET_PX, minHeight: LEAST_TARGET_PX, borderRadius: 8 } },
  },
  MuiCheckbox: {
    defaultProps: { disableFocusRipple: true },
    styleOverrides: { root: { minWidth: LEAST_TARGET_PX, minHeight: LEAST_TARGET_PX } },
  },
  MuiLink: { styleOverrides: { root: { textUnderlineOffset: '0.15em' } } },
}

const surfaces: Components<Theme> = {
  MuiAppBar: {
    defaultProps: { elevation: 0, color: 'inherit' },
    styleOverrides: {
      root: ({ theme }) => ({
        // Beside the admin's drawer the bar has another background.
        backgroundColor: `var(--bar-ground, ${theme.vars.palette.surface.bar})`,
        color: `var(--bar-ink, ${theme.vars.palette.surface.barInk})`,
        boxShadow: 'var(--bar-line, none)',
        borderRadius: 0,
        paddingTop: 'env(safe-area-inset-top)',
      }),
    },
  },
  MuiToolbar: { styleOverrides: { root: { minHeight: `${TOOLBAR_MIN_HEIGHT_PX}px !important` } } },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiDialog: {
    defaultProps: { PaperComponent: GuardedPaper },
    styleOverrides: {
      // Below the notices that stay, which lie over dialogs too.
      container: { boxSizing: 'border-box', paddingTop: 'var(--notices-height, 0px)' },
      paper: {
        boxShadow: '0 12px 40px rgb(0 0 0 / 0.28)',
        '&.MuiDialog-paperFullScreen': { borderRadius: 0 },
        '&[data-guarded] > *': { pointerEvents: 'none' },
      },
    },
  },
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
      root: { padding: '8px 24px 24px', gap: 8, flexWrap: 'wrap', '& > .MuiButton-root': { flex: '1 1 auto' } },
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

export const COMPONENTS: Components<Theme> = { MuiCssBaseline: globalStyles, ...buttons, ...surfaces }
