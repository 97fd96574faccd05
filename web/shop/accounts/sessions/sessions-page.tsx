import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { sessions } from '#contract/accounts/sessions.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { WayBack } from '#web/shop/accounts/account/way-back.tsx'
import { LoadFault } from '#web/shop/accounts/privacy/load-fault.tsx'
import { SessionRows } from './session-rows.tsx'
import css from './sessions.module.css'
import { SignInAgain } from './sign-in-again.tsx'

/** The user's sessions, and the actions for ending them. */
export function SessionsPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    ...queryFor(sessions.list),
    staleTime: 0,
    meta: { handlesOwnError: true },
  })
  if (!data && !error) return <FullScreenLoading label={t('common.loading')} />
  const isAlone = data?.sessions.length === 1
  return (
    <Page title={t('sessions.title')} lead={t('sessions.lead')}>
      {!data && <LoadFault error={error} onRetry={() => void refetch()} />}
      {data?.sign_in_required && !isAlone && <ConfirmFirst />}
      {data && <SessionRows list={data} />}
      {isAlone && <Text soft>{t('sessions.alone')}</Text>}
      <WayBack />
    </Page>
  )
}

/** Required before other sessions are ended. */
function ConfirmFirst() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const { email: userEmail } = useUser()
  const id = useId()
  // The user isn't loaded yet.
  if (userEmail === '') return null
  const confirmed = async () => {
    notify({ id: 'sessions', severity: 'success', text: t('sessions.confirmed') })
    await awaitReload()
  }
  return (
    <Panel component="section" tone="fresh" aria-labelledby={id}>
      <Text variant="h2" id={id} className={css.title}>
        {t('sessions.signInAgainTitle')}
      </Text>
      <SignInAgain text={email => t('sessions.signInAgainText', { email })} onConfirmed={confirmed} />
    </Panel>
  )
}
