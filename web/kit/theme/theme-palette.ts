// Tints beyond Material's palette, for the shop's own surfaces and pills.
export type ShopPalette = {
  surface: {
    mist: string
    bar: string
    barInk: string
    barButton: string
    toast: string
    toastInk: string
    lit: string
  }
  pill: Record<'open' | 'closed' | 'attention' | 'danger', string> &
    Record<`${'open' | 'closed' | 'attention' | 'danger'}Ink`, string>
  line: { strong: string; input: string }
  sun: string
}

/** Material's names of colours, which the back office's theme needs. */
type PaletteColours = Record<
  'primary' | 'secondary' | 'error' | 'warning' | 'info' | 'success',
  Record<'main' | 'dark' | 'light' | 'contrastText', string>
> & {
  contrastThreshold: number
  background: Record<'default' | 'paper', string>
  text: Record<'primary' | 'secondary' | 'disabled', string>
  divider: string
}

// Text on a colour, and a control on its background, must reach WCAG AA; theme.test.ts measures every pair.
const CONTRAST_THRESHOLD = 4.5

export const LIGHT_PALETTE = {
  contrastThreshold: CONTRAST_THRESHOLD,
  primary: { main: '#1b5e20', dark: '#0f3d17', light: '#2e7d32', contrastText: '#ffffff' },
  secondary: { main: '#a5d6a7', dark: '#8bc78e', light: '#c3e4c5', contrastText: '#16241a' },
  error: { main: '#b3261e', dark: '#8c1d17', light: '#c9453e', contrastText: '#ffffff' },
  warning: { main: '#9a4a07', dark: '#7a3a05', light: '#b45309', contrastText: '#ffffff' },
  info: { main: '#01579b', dark: '#01406f', light: '#0b6bb5', contrastText: '#ffffff' },
  success: { main: '#2b762f', dark: '#1b5e20', light: '#2e7d32', contrastText: '#ffffff' },
  background: { default: '#f7f5ef', paper: '#ffffff' },
  text: { primary: '#16241a', secondary: '#55645a', disabled: '#7d8a81' },
  divider: '#dfe3dc',
  surface: {
    mist: '#e6f3e6',
    bar: '#1b5e20',
    barInk: '#ffffff',
    barButton: 'rgba(255, 255, 255, 0.12)',
    toast: '#0f3d17',
    toastInk: '#ffffff',
    lit: '#d9efdb',
  },
  pill: {
    open: '#e6f3e6',
    openInk: '#0f3d17',
    closed: '#ecebe5',
    closedInk: '#3f4d44',
    attention: '#fdeecb',
    attentionInk: '#5a3d00',
    danger: '#fde3e1',
    dangerInk: '#8c1d17',
  },
  line: { strong: '#c3cac4', input: '#77857c' },
  sun: '#f4b942',
} satisfies ShopPalette & PaletteColours

export const DARK_PALETTE = {
  contrastThreshold: CONTRAST_THRESHOLD,
  primary: { main: '#8fd093', dark: '#75bd7a', light: '#a5d6a7', contrastText: '#0b1f0f' },
  secondary: { main: '#3f6b46', dark: '#33583a', light: '#4c7f54', contrastText: '#f4fbf4' },
  error: { main: '#ff9d94', dark: '#f2857b', light: '#ffb7b0', contrastText: '#2d0906' },
  warning: { main: '#f4b942', dark: '#dca22b', light: '#f8cd78', contrastText: '#2b1d00' },
  info: { main: '#84c6f5', dark: '#63b1e8', light: '#a8d7f8', contrastText: '#04243c' },
  success: { main: '#8fd093', dark: '#75bd7a', light: '#a5d6a7', contrastText: '#0b1f0f' },
  background: { default: '#0e1610', paper: '#17221a' },
  text: { primary: '#edf3ec', secondary: '#aebcb1', disabled: '#7f8d83' },
  divider: '#2b382e',
  surface: {
    mist: '#1d2f21',
    bar: '#0f3d17',
    barInk: '#ffffff',
    barButton: 'rgba(255, 255, 255, 0.12)',
    toast: '#e6f3e6',
    toastInk: '#16241a',
    lit: '#274a2c',
  },
  pill: {
    open: '#1f3d24',
    openInk: '#c3e4c5',
    closed: '#2a332c',
    closedInk: '#c9d3cb',
    attention: '#4a3706',
    attentionInk: '#fbe3ac',
    danger: '#55201c',
    dangerInk: '#ffd4d0',
  },
  line: { strong: '#435147', input: '#819086' },
  sun: '#f4b942',
} satisfies ShopPalette & PaletteColours
