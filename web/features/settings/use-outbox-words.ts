import { useTranslation } from 'react-i18next'
import type { OutboxHealth } from '#contract/settings.ts'
import type { HealthState } from './health-panel.tsx'

/** A message that waits longer than this waits for something. */
const LATE_SECONDS = 60

/** How the messages of an outbox are doing, in words that say what to do. */
export function useOutboxWords() {
  const { t } = useTranslation()
  const timeText = (seconds: number) =>
    seconds < 120
      ? t('settings.seconds', { count: seconds })
      : t('settings.minutes', { count: Math.round(seconds / 60) })
  return ({ kind, waiting, failing, lost, oldest_seconds: oldest }: OutboxHealth) => {
    const isLate = waiting > 0 && oldest > LATE_SECONDS
    const state: HealthState = failing > 0 ? 'off' : lost > 0 || isLate || kind === 'mailbox' ? 'look' : 'ok'
    const lines = [
      t(`settings.carriers.${kind}`),
      ...(waiting > 0 ? [t('settings.waiting', { count: waiting })] : []),
      ...(waiting === 0 && kind !== 'mailbox' ? [t('settings.allSent')] : []),
      ...(isLate ? [t('settings.oldest', { time: timeText(oldest) })] : []),
      ...(failing > 0 ? [t('settings.failing', { count: failing })] : []),
      ...(lost > 0 ? [t('settings.lost', { count: lost })] : []),
    ]
    return { state, lines }
  }
}
