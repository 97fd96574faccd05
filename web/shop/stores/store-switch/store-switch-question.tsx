import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useSession } from '#web/kit/session/session-provider.tsx'
import type { useStoreSwitch } from './use-store-switch.ts'

const { Part: ConfirmDialog } = lazyPart(async () => (await import('#web/kit/ui/confirm-dialog.tsx')).ConfirmDialog)

type StoreSwitchQuestionProps = Pick<ReturnType<typeof useStoreSwitch>, 'asked' | 'confirm' | 'keep' | 'isBusy'>

/** Asks before a started basket is lost to another store. */
export function StoreSwitchQuestion({ asked, confirm, keep, isBusy }: StoreSwitchQuestionProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  if (!asked) return null
  return (
    <ConfirmDialog
      open
      title={t('storeSwitch.title')}
      text={t('storeSwitch.text', { store: user?.active_store?.name ?? '' })}
      confirmText={t('storeSwitch.confirm')}
      cancelText={t('storeSwitch.keep')}
      onConfirm={confirm}
      onCancel={keep}
      busy={isBusy}
      danger
    />
  )
}
