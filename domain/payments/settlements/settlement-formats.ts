import { ADYEN_REPORT } from './adyen.ts'
import { PAYTRAIL_REPORT } from './paytrail.ts'
import type { SettlementFormat } from './settlement.ts'
import { SUMUP_PAYOUTS } from './sumup.ts'

/** The reports that can be read, by the provider's name in a terminal's row. */
export const SETTLEMENT_FORMATS = {
  adyen: ADYEN_REPORT,
  paytrail: PAYTRAIL_REPORT,
  sumup: SUMUP_PAYOUTS,
} as const satisfies Record<string, SettlementFormat>
export type SettlementProvider = keyof typeof SETTLEMENT_FORMATS
// The object has no other keys, and at least one.
export const SETTLEMENT_PROVIDERS = Object.keys(SETTLEMENT_FORMATS) as unknown as readonly [
  SettlementProvider,
  ...SettlementProvider[],
]

export const isSettlementProvider = (name: string): name is SettlementProvider =>
  SETTLEMENT_PROVIDERS.some(each => each === name)
