import type { DemoProductEntry } from './types.ts'

/** Defaults for most products; a shelf or a product overrides them. */
export const SHELF_DEFAULTS = {
  productType: 'standard',
  productCodeType: 'standard',
  depositCents: 0,
  vatClass: 'food',
  unit: 'kpl',
  content: null,
  productCode: null,
  prefix: null,
  ean13: null,
  eanCase: null,
  unitsPerCase: null,
  perishable: false,
  leastAge: null,
  alarmLimitThousandths: 3000,
  stockThousandths: {},
} as const satisfies Partial<DemoProductEntry>
