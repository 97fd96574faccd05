import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ManualOutcome } from '#domain/payments/manual-outcome.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { ChoiceDialog } from './choice-dialog.tsx'
import { forgetOrders } from './queries.ts'

type Decided = ManualOutcome | 'given' | 'not_given'

interface DecideDialogProps<Outcome> {
  title: string
  outcomes: readonly Outcome[]
  /** Rejects like callApi. */
  send: (outcome: Outcome, reason: string) => Promise<unknown>
  onClose: () => void
}

/** An admin records the outcome of money for which no terminal reports one. */
export function DecideDialog<Outcome extends Decided>({ title, outcomes, send, onClose }: DecideDialogProps<Outcome>) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const cache = useQueryClient()
  const wordsOf = (outcome: Decided) => ({
    label: t(`adminOrders.decide.outcomes.${outcome}`),
    text: t(`adminOrders.decide.consequences.${outcome}`),
  })
  const decide = async (outcome: Outcome, reason: string) => {
    try {
      await send(outcome, reason)
    } finally {
      await forgetOrders(cache)
    }
    notify({ id: 'decided', severity: 'success', text: t('adminOrders.decide.saved') })
  }
  return (
    <ChoiceDialog
      title={title}
      lead={t('adminOrders.decide.asked')}
      choices={outcomes.map(outcome => ({ value: outcome, ...wordsOf(outcome) }))}
      submitText={t('adminOrders.decide.submit')}
      onSubmit={decide}
      onClose={onClose}
    />
  )
}
