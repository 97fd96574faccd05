import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'

/** What is shown when a part of the app failed in a way nobody foresaw. */
export function CrashView({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('errors.crashTitle')}
      text={t('errors.crashText')}
      drawing={<EmptyDrawing of="trouble" />}
      action={<PrimaryButton onClick={onRetry}>{t('common.retry')}</PrimaryButton>}
    />
  )
}
