import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { PATHS } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { useUser } from '#web/kit/session/session-provider.tsx'

/** Shows a page to admins only; other users get one notice and are redirected to /. */
export function AdminRoute({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const navigate = useNavigate()
  const isAdmin = useUser().is_admin
  const refuse = useEffectEvent(() => {
    notify({ id: 'access-denied', severity: 'error', text: t('route.accessDenied') })
    void navigate(PATHS.root, { replace: true })
  })
  useEffect(() => {
    if (!isAdmin) refuse()
  }, [isAdmin])
  return isAdmin ? children : null
}
