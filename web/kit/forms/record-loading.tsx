import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'

/** Shown while a record loads. A missing record redirects to /home, like every load that ends in 404. */
export function RecordLoading() {
  const { t } = useTranslation()
  return <FullScreenLoading label={t('common.loading')} />
}
