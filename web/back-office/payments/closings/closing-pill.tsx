import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { Closing } from '#contract/payments/closings.ts'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

/** Whether the day is over and adds up, in a word or three: what needs a person comes first. */
export function ClosingPill({ closing }: { closing: Closing }) {
  const { t } = useTranslation()
  if (closing.unclear > 0)
    return <StatusPill tone="danger">{t('closings.unclear', { count: closing.unclear })}</StatusPill>
  if (closing.difference) return <StatusPill tone="attention">{t('closings.differs')}</StatusPill>
  if (!closing.is_over) return <StatusPill tone="closed">{t('closings.goesOn')}</StatusPill>
  if (closing.difference === 0) return <StatusPill tone="open">{t('closings.agrees')}</StatusPill>
  return <StatusPill tone="closed">{t('closings.notCompared')}</StatusPill>
}
