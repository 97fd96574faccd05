import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'

/** Shown when a part of the app failed unexpectedly. */
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
