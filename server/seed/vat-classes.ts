import type { DemoVatClass } from './demo-data/types.ts'

export const VAT_CLASSES: readonly DemoVatClass[] = [
  {
    name: 'food',
    rates: [
      { validFrom: '2013-01-01', rateBasisPoints: 1400 },
      { validFrom: '2026-01-01', rateBasisPoints: 1350 },
    ],
  },
  {
    name: 'general',
    rates: [
      { validFrom: '2013-01-01', rateBasisPoints: 2400 },
      { validFrom: '2024-09-01', rateBasisPoints: 2550 },
    ],
  },
  { name: 'periodicals', rates: [{ validFrom: '2013-01-01', rateBasisPoints: 1000 }] },
  { name: 'zero', rates: [{ validFrom: '2013-01-01', rateBasisPoints: 0 }] },
]
