import { useEffect } from 'react'
import { mayReload } from '#web/kit/api/reload-guard.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PrimaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'

/** Shown when a part of the app failed unexpectedly. */
export function CrashView({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('errors.crashTitle')}
      text={t('errors.crashText')}
      drawing={<EmptyDrawing subject="failure" />}
      action={<PrimaryButton onClick={onRetry}>{t('common.retry')}</PrimaryButton>}
    />
  )
}

const reloadPage = () => location.reload()

/** Replaces a page that failed or could not be loaded. Without a network it waits for one and then retries. */
export function PageFailure() {
  const { t } = useTranslation()
  const isOnline = useOnline()
  useEffect(() => {
    const retry = () => {
      if (mayReload()) reloadPage()
    }
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])
  if (isOnline) return <CrashView onRetry={reloadPage} />
  return (
    <EmptyState
      title={t('updater.partMissing')}
      text={t('updater.partWaits')}
      drawing={<EmptyDrawing subject="failure" />}
      action={<PrimaryButton onClick={reloadPage}>{t('common.retry')}</PrimaryButton>}
    />
  )
}
