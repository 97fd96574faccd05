/** The drawer is forest green in light and dark mode; theme.test.ts measures its pairs. */
export const DRAWER_COLOURS = {
  ground: '#0f3d17',
  ink: '#e6f3e6',
  hover: '#1b5e20',
  current: '#a5d6a7',
  currentInk: '#16241a',
  line: '#3f6b46',
} as const
