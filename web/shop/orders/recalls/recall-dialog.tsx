import { useId, useState } from 'react'
import { type OwnRecall, recalls } from '#contract/orders/recalls.ts'
import { dayText } from '#domain/format/day-text.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#web/kit/ui/dialog.tsx'
import { Text } from '#web/kit/ui/text.tsx'

const AS_WRITTEN = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const

/** Which packages it is about; undefined: all. */
function useAffected({ lots, sold_from: from, sold_until: until }: OwnRecall): readonly string[] {
  const { t } = useTranslation()
  const days = [from, until].map(date => (date === null ? '' : dayText(date))).join('–')
  return [...(lots === '' ? [] : [t('recall.lots', { lots })]), ...(days === '–' ? [] : [t('recall.sold', { days })])]
}

/** A recall over the page, which only a confirmation closes. */
export function RecallDialog({ recall }: { recall: OwnRecall }) {
  const { t } = useTranslation()
  const [titleId, textId] = [useId(), useId()]
  const [sending, setSending] = useState<'read' | 'refund'>()
  const [fault, setFault] = useState<string>()
  const affected = useAffected(recall)
  const confirm = async (what: 'read' | 'refund') => {
    setSending(what)
    setFault(undefined)
    const body = { wants_refund: what === 'refund' }
    await callApi(recalls.confirm, { params: { id: recall.id }, body })
      .catch((error: unknown) => setFault(errorText(error, t)))
      .finally(() => setSending(undefined))
  }
  return (
    <Dialog open role="alertdialog" aria-labelledby={titleId} aria-describedby={textId} fullWidth>
      <DialogTitle id={titleId}>{t('recall.title', { product: recall.product })}</DialogTitle>
      <DialogContent id={textId}>
        <Text>{t(recall.is_certain ? 'recall.text' : 'recall.unknown')}</Text>
        {affected.map(line => (
          <Text key={line}>{line}</Text>
        ))}
        <Text style={AS_WRITTEN}>{recall.reason}</Text>
        {fault !== undefined && <Text role="alert">{fault}</Text>}
      </DialogContent>
      <DialogActions>
        <PrimaryButton loading={sending === 'read'} onClick={() => void confirm('read')}>
          {t('recall.confirm')}
        </PrimaryButton>
        {recall.can_request_refund && (
          <SecondaryButton fullWidth loading={sending === 'refund'} onClick={() => void confirm('refund')}>
            {t('recall.askRefund')}
          </SecondaryButton>
        )}
      </DialogActions>
    </Dialog>
  )
}
