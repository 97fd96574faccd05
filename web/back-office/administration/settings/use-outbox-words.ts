import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { OutboxHealth } from '#contract/administration/settings.ts'
import type { HealthState } from './health-panel.tsx'

/** A mail or SMS that waits longer than this is delayed. */
const LATE_SECONDS = 60

export const FAULTS = ['unreachable', 'refused', 'receiver', 'other'] as const

/** The meaning of a failure code for the admin who set up the provider. */
function faultOf(reason: string): (typeof FAULTS)[number] {
  if (/^(?:ECONN|ESOCKET|ETIMEDOUT|ENOTFOUND|EDNS|EAI_|ETLS|EHOST|EPIPE)/.test(reason)) return 'unreachable'
  if (/^EAUTH|40[13]$/.test(reason)) return 'refused'
  return reason.startsWith('EENVELOPE') ? 'receiver' : 'other'
}

/** Describes the state of a mail or SMS outbox and what to do about it. */
export function useOutboxWords() {
  const { t } = useTranslation()
  const timeText = (seconds: number) =>
    seconds < 120
      ? t('settings.seconds', { count: seconds })
      : t('settings.minutes', { count: Math.round(seconds / 60) })
  return ({ kind, waiting, failing, lost, oldest_seconds: oldest, reason }: OutboxHealth) => {
    const fault = reason === null ? undefined : faultOf(reason)
    const isLate = waiting > 0 && oldest > LATE_SECONDS
    const state: HealthState = failing > 0 ? 'off' : lost > 0 || isLate || kind === 'mailbox' ? 'look' : 'ok'
    const lines = [
      t(`settings.carriers.${kind}`),
      ...(waiting > 0 ? [t('settings.waiting', { count: waiting })] : []),
      ...(waiting === 0 && kind !== 'mailbox' ? [t('settings.allSent')] : []),
      ...(isLate ? [t('settings.oldest', { time: timeText(oldest) })] : []),
      ...(failing > 0 ? [t('settings.failing', { count: failing })] : []),
      ...(fault ? [t(`settings.faults.${fault}`, { code: reason ?? '' })] : []),
      ...(lost > 0 ? [t('settings.lost', { count: lost })] : []),
    ]
    return { state, lines }
  }
}
