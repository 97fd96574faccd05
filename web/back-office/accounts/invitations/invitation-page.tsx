import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { invitations } from '#contract/accounts/invitations.ts'
import { signIn } from '#contract/accounts/sign-in.ts'
import type { Answer } from '#contract/endpoint.ts'
import { RightList } from '#web/back-office/accounts/people/right-list.tsx'
import { errorText, hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { CodeForm } from '#web/shop/accounts/sign-in/code-form.tsx'

type InvitationAnswer = Answer<typeof invitations.get>

/** The target of an emailed invitation. Only its button accepts: a mail scanner or a preview doesn't press it. */
export function InvitationPage() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...queryFor(invitations.get, { params: { token } }),
    meta: { handlesOwnError: true },
  })
  if (data?.state === 'open') return <OpenOffer token={token} offer={data} onClosed={() => void refetch()} />
  if (data) return <EndedInvitation text={t(`invitation.${data.state}`)} />
  if (!error) return <FullScreenLoading label={t('common.loading')} />
  if (hasCode(error, 'invitation.closed')) return <EndedInvitation text={t('invitation.unknown')} />
  return (
    <PageFrame>
      <Panel tone="danger">
        <Text role="alert">{errorText(error, t) ?? t('errors.unknown')}</Text>
      </Panel>
      <SecondaryButton onClick={() => void refetch()} fullWidth>
        {t('common.retry')}
      </SecondaryButton>
    </PageFrame>
  )
}

function PageFrame({ lead, children }: { lead?: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Page title={t('invitation.title')} {...(lead !== undefined && { lead })} width="narrow">
      {children}
    </Page>
  )
}

/** Why a link no longer works, and what to do. */
function EndedInvitation({ text }: { text: string }) {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <PageFrame>
      <Panel tone="attention">
        <Text role="status">{text}</Text>
      </Panel>
      <PrimaryButton component={Link} to={PATHS.root}>
        {t(user ? 'invitation.goHome' : 'invitation.logIn')}
      </PrimaryButton>
    </PageFrame>
  )
}

type OpenOfferProps = { token: string; offer: InvitationAnswer; onClosed: () => void }

/** Accepts, and shows the app as the account of the invitation sees it. */
function useAccept({ token, onClosed }: Omit<OpenOfferProps, 'offer'>) {
  const navigate = useNavigate()
  const { enter } = useSession()
  const { isBusy, act } = useAction('invitation')
  const accept = () =>
    act(async () => {
      try {
        const { user } = await callApi(invitations.accept, { params: { token } })
        await enter(user)
        await navigate(PATHS.home, { replace: true })
        return undefined
      } catch (error) {
        if (hasCode(error, 'login.disabled')) {
          await navigate(PATHS.userDisabled, { replace: true })
          return undefined
        }
        if (hasCode(error, 'invitation.closed', 'invitation.signInFirst')) onClosed()
        throw error
      }
    })
  return { isBusy, accept }
}

function OpenOffer({ token, offer, onClosed }: OpenOfferProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { isBusy, accept } = useAccept({ token, onClosed })
  const { email, seller, rights, must_sign_in: mustSignIn } = offer
  return (
    <PageFrame lead={t('invitation.lead', { seller })}>
      <Panel tone="fresh">
        <Text style={{ overflowWrap: 'anywhere', marginBottom: 12 }}>{t('invitation.for', { email })}</Text>
        <RightList rights={rights} />
      </Panel>
      {mustSignIn ? (
        <SignInFirst email={email} onSignedIn={() => void accept()} />
      ) : (
        <>
          {user && user.email !== email && (
            <Text soft style={{ overflowWrap: 'anywhere' }}>
              {t('invitation.otherAccount', { email: user.email })}
            </Text>
          )}
          <PrimaryButton onClick={() => void accept()} loading={isBusy} loadingLabel={t('invitation.accept')}>
            {t('invitation.accept')}
          </PrimaryButton>
        </>
      )}
    </PageFrame>
  )
}

/** For an address that has an account: its own code signs in, since the link of an invitation lives too long for that. */
function SignInFirst({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const { t } = useTranslation()
  const { enter } = useSession()
  const { isBusy, act } = useAction('invitation')
  const [isSent, setSent] = useState(false)
  const send = () =>
    act(async () => {
      await callApi(signIn.requestLink, { body: { email } })
      setSent(true)
      return t('login.sent')
    })
  const enterCode = async (code: string) => {
    try {
      const { user } = await callApi(signIn.useCode, { body: { email, code } })
      await enter(user)
      onSignedIn()
      return undefined
    } catch (error) {
      return errorText(error, t) ?? t('errors.unknown')
    }
  }
  return (
    <>
      <Text>{t('invitation.signInFirst')}</Text>
      {isSent && (
        <CodeForm
          label={t('login.code')}
          hint={t('invitation.codeHint')}
          submitText={t('invitation.accept')}
          invalidText={t('verification.codeNumeric')}
          onCode={enterCode}
          autoFocus
        />
      )}
      {isSent ? (
        <SecondaryButton onClick={() => void send()} loading={isBusy} fullWidth>
          {t('invitation.sendAgain')}
        </SecondaryButton>
      ) : (
        <PrimaryButton onClick={() => void send()} loading={isBusy} loadingLabel={t('invitation.sendCode')}>
          {t('invitation.sendCode')}
        </PrimaryButton>
      )}
    </>
  )
}
