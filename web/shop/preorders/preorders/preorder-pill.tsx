import type { Preorder } from '#contract/preorders/preorders.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { preorderState, type PreorderState } from './preorder-state.ts'

const TONES = {
  checkout: 'attention',
  booked: 'open',
  delivered: 'attention',
  paying: 'attention',
  paid: 'open',
  unknown: 'danger',
  cancelled: 'closed',
  replaced: 'closed',
} as const satisfies Record<PreorderState, string>

/** A pre-order's state, in a word or two. */
export function PreorderPill({ preorder }: { preorder: Preorder }) {
  const { t } = useTranslation()
  const state = preorderState(preorder)
  return <StatusPill tone={TONES[state]}>{t(`preorder.state.${state}`)}</StatusPill>
}
