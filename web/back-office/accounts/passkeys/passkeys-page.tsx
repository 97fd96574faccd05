import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { MAX_PASSKEY_NAME_LENGTH, type PasskeyList as List, passkeys } from '#contract/accounts/passkeys.ts'
import { systemName } from '#domain/accounts/device-names.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { addPasskey, canUsePasskeys, usePasskeyFault } from './ceremonies.ts'
import { PasskeyRows } from './passkey-rows.tsx'

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
  const isFirst = list.passkeys.length === 0
  const added = (name: string) => notify({ id: 'passkeys', severity: 'success', text: t('passkeys.added', { name }) })
  return (
    <Panel component="section" tone={isFirst ? 'fresh' : 'plain'} aria-label={t('passkeys.add')}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t(isFirst ? 'passkeys.addFirst' : 'passkeys.addAnother')}
      </Typography>
      <Typography sx={{ mb: 2, color: 'text.secondary' }}>
        {t(isFirst ? 'passkeys.firstText' : 'passkeys.anotherText')}
      </Typography>
      {list.sign_in_required ? <SignInFirst /> : <AddForm isFirst={isFirst} onAdded={added} />}
    </Panel>
  )
}

/** An admin's own passkeys. */
export function PasskeysPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({ ...queryFor(passkeys.list), meta: { handlesOwnError: true } })
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

/** The suggested name of a passkey created on this device. */
const deviceName = (userAgent: string): string => systemName(userAgent) ?? ''

type AddFormProps = {
  isFirst: boolean
  onAdded: (name: string) => void
}

/** Takes a name for a new passkey and creates it on the device. */
function AddForm({ isFirst, onAdded }: AddFormProps) {
  const { t } = useTranslation()
  const announce = useAnnounce()
  const getPasskeyFault = usePasskeyFault()
  const [typed, setTyped] = useState<string>()
  // A second passkey is likely on another device, which only the user can name.
  const name = typed ?? (isFirst ? deviceName(navigator.userAgent) : '')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const add = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      await addPasskey(name.trim())
      // Reset at once, so that text typed next, for the next passkey, stays.
      setTyped(undefined)
      setSent(false)
      onAdded(name.trim())
    } catch (error) {
      const text = getPasskeyFault(error)
      setFault(text)
      if (text !== undefined) announce(text)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setSent(true)
    if (name.trim() !== '' && name.trim().length <= MAX_PASSKEY_NAME_LENGTH && !isBusy) void add()
  }
  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ display: 'grid', gap: 2 }}>
      <TextInput
        label={t('passkeys.name')}
        hint={t('passkeys.nameHint')}
        value={name}
        onChange={setTyped}
        name="passkey-name"
        autoComplete="off"
        required
        requiredText={isSent ? t('form.requiredField') : undefined}
        maxLength={MAX_PASSKEY_NAME_LENGTH}
        maxLengthText={t('form.maxLength', { count: MAX_PASSKEY_NAME_LENGTH })}
        showFault={isSent}
      />
      {fault !== undefined && <Typography color="error">{fault}</Typography>}
      <PrimaryButton type="submit" loading={isBusy} loadingLabel={t('passkeys.add')}>
        {t('passkeys.add')}
      </PrimaryButton>
    </Box>
  )
}
