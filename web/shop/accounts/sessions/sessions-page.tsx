import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { sessions } from '#contract/accounts/sessions.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { WayBack } from '#web/shop/accounts/account/way-back.tsx'
import { LoadFault } from '#web/shop/accounts/privacy/load-fault.tsx'
import { FullScreenLoading } from '#web/kit/ui/full-screen-loading.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { SessionRows } from './session-rows.tsx'
import { SignInAnew } from './sign-in-anew.tsx'

/** The user's sessions, and the actions for ending them. */
export function SessionsPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({ ...queryOf(sessions.list), staleTime: 0, meta: { showsOwnError: true } })
  if (!data && !error) return <FullScreenLoading label={t('common.loading')} />
  const isAlone = data?.sessions.length === 1
  return (
    <Page title={t('sessions.title')} lead={t('sessions.lead')}>
      {!data && <LoadFault error={error} onRetry={() => void refetch()} />}
      {data?.sign_in_first && !isAlone && <SignInAnew />}
      {data && <SessionRows list={data} />}
      {isAlone && <Typography color="textSecondary">{t('sessions.alone')}</Typography>}
      <WayBack />
    </Page>
  )
}
