import { useEffect } from 'react'
import { useTranslation } from '#web/texts/use-translation.tsx'
import { mayReload } from '#web/api/reload-guard.ts'
import { useOnline } from '#web/api/use-online.ts'
import { CrashView } from '#web/features/shell/crash-view.tsx'
import { EmptyDrawing } from '#web/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PrimaryButton } from '#web/ui/primary-button.tsx'

const reload = () => location.reload()

/** In place of a page that failed or could not be loaded. Without a network it waits for one and then tries by itself. */
export function PageFailure() {
  const { t } = useTranslation()
  const isOnline = useOnline()
  useEffect(() => {
    const retry = () => {
      if (mayReload()) reload()
    }
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])
  if (isOnline) return <CrashView onRetry={reload} />
  return (
    <EmptyState
      title={t('updater.partMissing')}
      text={t('updater.partWaits')}
      drawing={<EmptyDrawing of="trouble" />}
      action={<PrimaryButton onClick={reload}>{t('common.retry')}</PrimaryButton>}
    />
  )
}
