import { useId, useState } from 'react'
import { privacy } from '#contract/accounts/privacy.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { PATHS } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { WayBack } from '#web/shop/accounts/account/way-back.tsx'
import css from './privacy.module.css'
import { RemovalSection } from './removal-section.tsx'

/** The user's data and account: download the data, remove the account, or contact the operator. Visitors see how. */
export function RemovalPage() {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <Page title={t('removal.title')} lead={t(user ? 'removal.text' : 'removal.visitorText')} width="narrow">
      {user && (
        <>
          <DownloadSection />
          <RemovalSection key={user.id} />
        </>
      )}
      <ContactPanel />
      <Link to={PATHS.privacy} className={css.privacyLink}>
        {t('removal.privacyLink')}
      </Link>
      <WayBack />
    </Page>
  )
}

const FILE_NAME = 'puoti-my-data.json'

/** An API call instead of a link: errors are shown here, and never saved as a file. */
async function saveMyData(): Promise<void> {
  const data = await callApi(privacy.myData)
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = FILE_NAME
  link.click()
  // Once the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** All data that the shop stores of the user, as one file. */
function DownloadSection() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      await saveMyData()
      notify({ id: 'my-data', severity: 'success', text: t('removal.downloaded') })
    } catch (error) {
      notifyFailure(error, 'my-data')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel component="section" aria-labelledby={id}>
      <Text variant="h2" id={id} className={css.dataTitle}>
        {t('removal.dataTitle')}
      </Text>
      <Text className={css.dataText}>{t('removal.dataText')}</Text>
      <SecondaryButton fullWidth loading={isBusy} onClick={() => void download()}>
        {t('removal.download')}
      </SecondaryButton>
    </Panel>
  )
}
