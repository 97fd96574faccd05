import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { adminPreorders, type EventState, type StoreState } from '#contract/preorders/admin-preorders.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { forgetPreorders } from './queries.ts'

interface DeliverDialogProps {
  event: EventState
  store: StoreState
  onClose: () => void
}

/** Asks for confirmation before shoppers get a mail that their goods are in the store: a mail can't be undone. */
export function DeliverDialog({ event, store, onClose }: DeliverDialogProps) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const { notify } = useNotices()
  const tellFailure = useFailureNotice()
  const [isBusy, setBusy] = useState(false)
  const waiting = store.being_paid + store.in_doubt
  const sentences = [
    t('adminPreorders.deliver.orders', { count: store.booked, event: event.name }),
    store.to_tell > 0
      ? t('adminPreorders.deliver.mails', { count: store.to_tell })
      : t('adminPreorders.deliver.noMails'),
    ...(waiting > 0 ? [t('adminPreorders.deliver.left', { count: waiting })] : []),
  ]
  const deliver = async () => {
    setBusy(true)
    try {
      const body = { event_id: event.id, store_id: store.id }
      const { delivered, told, skipped } = await callApi(adminPreorders.deliver, { body })
      const said = [
        t('adminPreorders.deliver.done', { count: delivered }),
        t('adminPreorders.deliver.told', { count: told }),
        ...(skipped > 0 ? [t('adminPreorders.deliver.left', { count: skipped })] : []),
      ]
      notify({ id: 'delivered', severity: 'success', text: said.join(' ') })
    } catch (error) {
      tellFailure(error, 'deliver-failed')
    } finally {
      await forgetPreorders(cache)
      onClose()
    }
  }
  return (
    <ConfirmDialog
      open
      title={t('adminPreorders.deliver.title', { store: store.name })}
      text={sentences.join(' ')}
      confirmText={t('adminPreorders.deliver.confirm')}
      cancelText={t('common.cancel')}
      onConfirm={() => void deliver()}
      onCancel={onClose}
      busy={isBusy}
    />
  )
}
