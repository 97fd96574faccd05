import { useNavigate } from 'react-router'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/** Redirects from an address without content to /home, with a notice. */
export function useNotFound(): () => void {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const navigate = useNavigate()
  return () => {
    notify({ id: 'load-404', severity: 'error', text: t('errors.notFound') })
    void navigate(PATHS.home, { replace: true })
  }
}
