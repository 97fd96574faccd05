import { centsFromEuros } from '#domain/money.ts'
import { Money } from '#web/kit/ui/money.tsx'

/** Formats an amount in euros of the API. */
export const Euros = ({ amount }: { amount: number }) => <Money cents={centsFromEuros(amount) ?? 0} />

export const figure = { textAlign: 'end' } as const
// On a phone each rate is a small card: the rate, and below it its labelled figures.
export const figuresTable = {
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { p: 1 },
  '& th': { textAlign: 'start' },
  '& thead th:not(:first-of-type)': figure,
  '& tbody tr, & tfoot tr': { borderTop: 1, borderColor: 'divider' },
  '& tfoot': { fontWeight: 700 },
  '@media screen and (max-width: 599.95px)': {
    '& thead': { position: 'absolute', clipPath: 'inset(50%)' },
    '& tbody tr, & tfoot tr': { display: 'grid', gridTemplateColumns: '1fr', py: 0.5 },
    '& td': { display: 'flex', justifyContent: 'space-between', gap: 1, py: 0.25 },
    '& td::before': { content: 'attr(data-label)', color: 'text.secondary', fontWeight: 400 },
  },
} as const
