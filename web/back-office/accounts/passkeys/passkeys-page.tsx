import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type PasskeyList as List, passkeys } from '#contract/accounts/passkeys.ts'
import { queryKeyOf, queryOf } from '#web/kit/api/query-of.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { FullScreenLoading } from '#web/kit/ui/full-screen-loading.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { AddForm } from './add-form.tsx'
import { PasskeyRows } from './passkey-rows.tsx'
import { canUsePasskeys } from './use-passkey-fault.ts'
import { useState } from 'react'
import { useSession } from '#web/kit/session/session-provider.tsx'

/**
 * The first passkey requires a recent sign-in, so that an unattended browser can't be used to add one. The status line on the
 * home page links back here.
 */
function SignInFirst() {
  const { t } = useTranslation()
  const { logout } = useSession()
  const { notify } = useNotices()
  const [isBusy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await logout()
    } catch (error) {
      setBusy(false)
      notify({ id: 'logout-failed', severity: 'error', text: errorText(error, t) ?? t('shell.logoutFailed') })
    }
  }
  return (
    <>
      <Typography sx={{ mb: 2 }}>{t('errors.passkey.signInAgain')}</Typography>
      <SecondaryButton fullWidth loading={isBusy} onClick={() => void leave()}>
        {t('passkeys.signInAgain')}
      </SecondaryButton>
    </>
  )
}

function AddPanel({ list }: { list: List }) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const cache = useQueryClient()
  const isFirst = list.passkeys.length === 0
  const added = (name: string) => {
    notify({ id: 'passkeys', severity: 'success', text: t('passkeys.added', { name }) })
    void cache.invalidateQueries({ queryKey: queryKeyOf(passkeys.list) })
  }
  return (
    <Panel component="section" tone={isFirst ? 'fresh' : 'plain'} aria-label={t('passkeys.add')}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t(isFirst ? 'passkeys.addFirst' : 'passkeys.addAnother')}
      </Typography>
      <Typography sx={{ mb: 2, color: 'text.secondary' }}>
        {t(isFirst ? 'passkeys.firstText' : 'passkeys.anotherText')}
      </Typography>
      {list.sign_in_first ? <SignInFirst /> : <AddForm isFirst={isFirst} onAdded={added} />}
    </Panel>
  )
}

/** An admin's own passkeys. */
export function PasskeysPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({ ...queryOf(passkeys.list), meta: { showsOwnError: true } })
  if (!data && !error) return <FullScreenLoading label={t('common.loading')} />
  return (
    <Page title={t('passkeys.title')} lead={t('passkeys.lead')}>
      {!data && (
        <Box role="alert">
          <EmptyState
            title={errorText(error, t) ?? ''}
            action={<SecondaryButton onClick={() => void refetch()}>{t('common.retry')}</SecondaryButton>}
          />
        </Box>
      )}
      {data?.is_required && data.passkeys.length === 0 && <Panel tone="attention">{t('passkeys.missing.text')}</Panel>}
      {data && data.passkeys.length > 0 && <PasskeyRows list={data} />}
      {data && (canUsePasskeys() ? <AddPanel list={data} /> : <Panel>{t('passkeys.faults.unsupported')}</Panel>)}
      <Typography variant="body2" color="textSecondary">
        {t('passkeys.lost')}
      </Typography>
    </Page>
  )
}
