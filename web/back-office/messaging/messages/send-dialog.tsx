import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useLanguages } from '#web/kit/languages/queries.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { formOf } from './message-draft.ts'
import { languageName } from './message-words.ts'
import { useAudience } from './queries.ts'
import type { SendQuestion } from './use-message-form.ts'

/** Asks before a message goes out: what is sent can't be taken back. It tells how many it reaches. */
export function SendDialog({ question: { draft, answer } }: { question: SendQuestion }) {
  const { t } = useTranslation()
  const languages = useLanguages()
  const devices = useAudience(draft.language_id)
  const { send_at: at } = formOf(draft)
  const reach = t('messages.reach', { count: devices ?? 0, language: languageName(languages, draft.language_id) })
  const rest = at === null ? t('messages.confirmNow') : t('messages.confirmLater', { time: shopTimeText(at) })
  return (
    <ConfirmDialog
      open
      title={t(at === null ? 'messages.confirmTitle' : 'messages.confirmLaterTitle')}
      text={`${devices === undefined ? '' : reach} ${rest}`.trim()}
      confirmText={t(at === null ? 'messages.send' : 'messages.schedule')}
      cancelText={t('common.cancel')}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  )
}
