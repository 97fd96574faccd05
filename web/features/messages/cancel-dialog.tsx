import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Message, messages } from '#contract/messages.ts'
import { callApi } from '#web/api/call-api.ts'
import { queryKeyOf } from '#web/api/query-of.ts'
import { errorText } from '#web/api/show-error.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'
import { momentText } from './message-words.ts'

/** Asks before a scheduled message is given up. */
export function CancelDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    try {
      await callApi(messages.cancel, { params: { id: message.id } })
      notify({ id: 'cancelled', severity: 'success', text: t('messages.cancelled', { title: message.title }) })
    } catch (error) {
      const text = errorText(error, t)
      if (text !== undefined) notify({ id: 'cancel-failed', severity: 'error', text })
    } finally {
      void cache.invalidateQueries({ queryKey: queryKeyOf(messages.list) })
      onClose()
    }
  }
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
