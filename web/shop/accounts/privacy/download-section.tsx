import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { privacy } from '#contract/accounts/privacy.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'

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
export function DownloadSection() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const tellFailure = useFailureNotice()
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      await saveMyData()
      notify({ id: 'my-data', severity: 'success', text: t('removal.downloaded') })
    } catch (error) {
      tellFailure(error, 'my-data')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {t('removal.dataTitle')}
      </Typography>
      <Typography sx={{ mb: 2 }}>{t('removal.dataText')}</Typography>
      <SecondaryButton fullWidth loading={isBusy} onClick={() => void download()}>
        {t('removal.download')}
      </SecondaryButton>
    </Panel>
  )
}
