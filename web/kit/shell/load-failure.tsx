import { errorText } from '#web/kit/api/api-error.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'

type LoadFailureProps = {
  error: unknown
  onRetry: () => void
  title?: string
}

/** Replaces a list that could not be fetched, with a button to retry. */
export function LoadFailure({ error, onRetry, title }: LoadFailureProps) {
  const { t } = useTranslation()
  const text = errorText(error, t) ?? t('errors.unknown')
  const retry = (
    <SecondaryButton fullWidth onClick={onRetry}>
      {t('common.retry')}
    </SecondaryButton>
  )
  return (
    <div role="alert">
      <EmptyState
        title={title ?? text}
        {...(title !== undefined && { text })}
        drawing={<EmptyDrawing subject="failure" />}
        action={retry}
      />
    </div>
  )
}
