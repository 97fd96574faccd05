import { useEffect } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/** In place of a part of a page that could not be loaded: the page stays, and a notice says so. */
export function PartFailure() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  useEffect(() => void notify({ id: 'part-failure', severity: 'error', text: t('updater.partMissing') }), [notify, t])
  return null
}
