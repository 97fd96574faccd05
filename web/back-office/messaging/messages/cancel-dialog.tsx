import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type Message, messages } from '#contract/messaging/messages.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { useAct } from '#web/kit/mutations/use-act.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { momentText } from './message-words.ts'

/** Asks before a scheduled message is given up. */
export function CancelDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const { isBusy, act } = useAct('cancelled')
  const cancel = () =>
    act(async () => {
      await callApi(messages.cancel, { params: { id: message.id } })
      return t('messages.cancelled', { title: message.title })
    }).finally(() => {
      void cache.invalidateQueries({ queryKey: queryKeyOf(messages.list) })
      onClose()
    })
  return (
    <ConfirmDialog
      open
      title={t('messages.cancelTitle', { title: message.title })}
      text={t('messages.cancelText', { time: momentText(message) })}
      confirmText={t('messages.cancel')}
      cancelText={t('messages.keep')}
      onConfirm={() => void cancel()}
      onCancel={onClose}
      busy={isBusy}
      danger
    />
  )
}
