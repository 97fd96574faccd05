import type { Shelf } from '#contract/stock/stock.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

export const STOCK_LEVELS = ['low', 'out', 'negative', 'ok'] as const satisfies readonly Shelf['level'][]

export const LEVEL_TONES = { ok: 'open', low: 'attention', out: 'danger', negative: 'danger' } as const

export function levelText(level: Shelf['level'], t: Translate): string {
  const texts: Record<Shelf['level'], string> = {
    ok: t('stock.levelOk'),
    low: t('stock.levelLow'),
    out: t('stock.levelOut'),
    negative: t('stock.levelNegative'),
  }
  return texts[level]
}

/** A shelf's level, in a word. */
export function LevelPill({ level }: { level: Shelf['level'] }) {
  const { t } = useTranslation()
  return <StatusPill tone={LEVEL_TONES[level]}>{levelText(level, t)}</StatusPill>
}
