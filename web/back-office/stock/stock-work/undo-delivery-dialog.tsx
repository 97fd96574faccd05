import { stock } from '#contract/stock/stock.ts'
import { ApiError } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

type UndoDeliveryDialogProps = {
  id: number
  /** Called before `onClose` when the delivery was undone. */
  onUndone?: () => void
  onClose: () => void
}

/** Undoes a delivery after a question, and shows why it can't be undone. */
export function UndoDeliveryDialog({ id, onUndone, onClose }: UndoDeliveryDialogProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const { isBusy, act } = useAction('delivery')
  const texts = {
    undone: t('stock.undoRefusedUndone'),
    counted: t('stock.undoRefusedCounted'),
    sold: t('stock.undoRefusedSold'),
  }
  const undo = () =>
    act(async () => {
      try {
        await callApi(stock.undoDelivery, { params: { id }, body: {} })
        onUndone?.()
        return t('stock.undone')
      } catch (error) {
        const reason =
          error instanceof ApiError && error.code === 'delivery.notUndoable' ? error.body['reason'] : undefined
        if (reason !== 'undone' && reason !== 'counted' && reason !== 'sold') throw error
        notify({ id: 'delivery', severity: 'error', text: texts[reason] })
        return undefined
      }
    })
  return (
    <ConfirmDialog
      open
      title={t('stock.undoTitle')}
      text={t('stock.undoText')}
      confirmText={t('stock.undo')}
      cancelText={t('common.cancel')}
      onConfirm={() => void undo().finally(onClose)}
      onCancel={onClose}
      busy={isBusy}
      danger
    />
  )
}
