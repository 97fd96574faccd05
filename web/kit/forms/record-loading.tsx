import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { FullScreenLoading } from '#web/kit/ui/full-screen-loading.tsx'

/** While a record is on its way. A record that is not there leads home, as every load that ends in 404. */
export function RecordLoading() {
  const { t } = useTranslation()
  return <FullScreenLoading label={t('common.loading')} />
}
