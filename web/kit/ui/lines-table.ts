/** A table of goods and amounts, at checkout and on a receipt: words to the left, the last column's sums to the right. */
export const linesTable = {
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { textAlign: 'start', verticalAlign: 'top', fontWeight: 400, py: 0.75, pl: { xs: 1, sm: 1.5 } },
  '& th:first-child, & td:first-child': { pl: 0 },
  '& th:last-child, & td:last-child': { textAlign: 'end', whiteSpace: 'nowrap' },
  // A heading of one word is never broken, and the number columns are as narrow as possible: the name gets the rest.
  '& thead th': { typography: 'caption', color: 'text.secondary', pt: 0, whiteSpace: 'nowrap', overflowWrap: 'normal' },
  '& thead th:first-of-type': { width: '100%' },
  // Long names break at a syllable, with a hyphen; anywhere else only where a syllable does not fit.
  '& tbody th': { hyphens: 'auto', hyphenateLimitChars: '8 3 3', overflowWrap: 'anywhere' },
  '& tbody tr': { borderTop: '1px solid', borderColor: 'divider' },
} as const
