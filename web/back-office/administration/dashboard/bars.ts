/** Current bars are solid, earlier ones hatched: they differ without colour, and where the system chooses the colours. */
export const NOW_BAR = {
  bgcolor: 'primary.main',
  border: 1,
  borderColor: 'primary.main',
  forcedColorAdjust: 'none',
} as const
export const BEFORE_BAR = {
  border: 1,
  borderColor: 'primary.main',
  color: 'primary.main',
  backgroundImage: 'repeating-linear-gradient(135deg, currentColor 0 1.5px, transparent 1.5px 6px)',
  forcedColorAdjust: 'none',
} as const

/** The share of the largest value, as CSS. Any sale is visible, however small. */
export const shareOf = (sales: number, largest: number) => (sales > 0 ? `max(3px, ${(sales / largest) * 100}%)` : '0')
