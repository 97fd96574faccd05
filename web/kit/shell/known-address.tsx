import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { isPossibleAddress } from './possible-address.ts'

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

function Impossible() {
  const leadHome = useEffectEvent(useNotFound())
  useEffect(() => leadHome(), [])
  return null
}

type KnownAddressProps = {
  // Of PATHS.
  path: string
  // The page reads no query: a link may contain any parameters of a campaign.
  anyQuery?: boolean
  children: ReactNode
}

/** Redirects an address that can't exist to /home, like one whose record does not exist. */
export function KnownAddress({ path, anyQuery = false, children }: KnownAddressProps) {
  const { id } = useParams()
  const { search } = useLocation()
  return isPossibleAddress(path, id, new URLSearchParams(anyQuery ? '' : search)) ? children : <Impossible />
}
