import type { StockTakeState } from '#contract/stock/stock-takes.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { eurosText } from '#web/kit/ui/money.tsx'

export function stateText(state: StockTakeState, t: Translate): string {
  const texts: Record<StockTakeState, string> = {
    open: t('stockTakes.stateOpen'),
    paused: t('stockTakes.statePaused'),
    posted: t('stockTakes.statePosted'),
    cancelled: t('stockTakes.stateCancelled'),
  }
  return texts[state]
}

export const STATE_TONES = { open: 'open', paused: 'attention', posted: 'closed', cancelled: 'closed' } as const

export const timeIn = (store: StockStore, instant: string): string => formatDateTime(new Date(instant), store.time_zone)

/** Formats euros of the API with their sign: missing goods are below 0. */
export function valueText(euros: number | null): string {
  if (euros === null) return '–'
  const text = eurosText(euros)
  return euros > 0 ? `+${text}` : text
}
