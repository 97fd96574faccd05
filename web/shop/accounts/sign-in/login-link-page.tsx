import { useState } from 'react'
import { useParams } from 'react-router'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import css from './sign-in.module.css'
import { type LinkFault, useSignIn } from './use-sign-in.ts'
import { WelcomePicture } from './welcome-picture.tsx'

/** The target of the mailed link. Only the button uses the link up: a mail scanner or a preview doesn't press it. */
export function LoginLinkPage() {
  const { t } = useTranslation()
  const { userId = '', timestamp = '', hash = '' } = useParams()
  const { user } = useSession()
  const { byLink } = useSignIn()
  const [fault, setFault] = useState<LinkFault>()
  const [isBusy, setBusy] = useState(false)
  const login = async () => {
    setBusy(true)
    setFault(await byLink({ userId, timestamp, hash }))
    setBusy(false)
  }
  const isSpent = fault?.isSpent === true
  return (
    <Page title={t('login.linkTitle')} {...(!isSpent && { lead: t('login.linkWelcome') })} width="narrow">
      <WelcomePicture />
      {user && user.email !== '' && !isBusy && (
        <Panel tone="attention">
          <Text className={css.loggedIn}>{t('login.alreadyLoggedIn', { email: user.email })}</Text>
          {!isSpent && (
            <SecondaryButton shape="quiet" small component={Link} to={PATHS.home}>
              {t('login.continue')}
            </SecondaryButton>
          )}
        </Panel>
      )}
      {fault !== undefined && (
        <Panel tone="danger">
          <Text role="alert" className={css.loginError}>
            {fault.text}
          </Text>
        </Panel>
      )}
      {isSpent ? (
        <PrimaryButton component={Link} to={PATHS.root} autoFocus>
          {user ? t('login.continue') : t('login.newLink')}
        </PrimaryButton>
      ) : (
        <PrimaryButton onClick={() => void login()} loading={isBusy} loadingLabel={t('login.linkButton')}>
          {t('login.linkButton')}
        </PrimaryButton>
      )}
      {fault !== undefined && !isSpent && !user && (
        <SecondaryButton component={Link} to={PATHS.root} fullWidth>
          {t('login.newLink')}
        </SecondaryButton>
      )}
    </Page>
  )
}
