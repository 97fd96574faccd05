import { errorText } from '#web/kit/api/api-error.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import css from './privacy.module.css'

/** An error of loading, with a retry. */
export function LoadFault({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className={css.loadFault}>
      <Text>{errorText(error, t)}</Text>
      <SecondaryButton shape="quiet" onClick={onRetry}>
        {t('common.retry')}
      </SecondaryButton>
    </div>
  )
}
