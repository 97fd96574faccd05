import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { PATHS } from '#web/kit/paths.ts'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { PermissionDrawing } from './permission-drawing.tsx'
import { useState } from 'react'
import { type CameraTrouble, cameraTrouble, openCamera, stopCamera } from './camera.ts'

type CheckOutcome = 'works' | CameraTrouble

/** Opens the camera once per press, reports the outcome, and closes the camera at once. */
function useCameraCheck() {
  const [outcome, setOutcome] = useState<CheckOutcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    // The outcome of an earlier check must not be taken for this one's.
    setOutcome(null)
    try {
      stopCamera(await openCamera(null))
      setOutcome('works')
    } catch (error) {
      setOutcome(cameraTrouble(error))
    } finally {
      setBusy(false)
    }
  }
  return { outcome, isBusy, check: () => void check() }
}

/** This browser has no setting per page: it is in the phone's own settings. */
const isSamsungInternet = () => navigator.userAgent.includes('SamsungBrowser')

function useSteps(): { lead: string; steps: string[] } {
  const { t } = useTranslation()
  if (!isSamsungInternet()) {
    const steps = [t('cameraCheck.siteSettings'), t('cameraCheck.siteCamera'), t('cameraCheck.siteReload')]
    return { lead: t('cameraCheck.lead'), steps }
  }
  const steps = [
    t('cameraCheck.stepSettings'),
    t('cameraCheck.stepApps'),
    t('cameraCheck.stepBrowser'),
    t('cameraCheck.stepPermissions'),
    t('cameraCheck.stepCamera'),
  ]
  return { lead: t('cameraCheck.samsungLead'), steps }
}

function Outcome({ outcome }: { outcome: CheckOutcome | null }) {
  const { t } = useTranslation()
  const texts: Record<CheckOutcome, string> = {
    works: t('cameraCheck.works'),
    denied: t('cameraCheck.denied'),
    none: t('cameraCheck.none'),
    busy: t('cameraCheck.failed'),
    stopped: t('cameraCheck.failed'),
    unsupported: t('scanner.notAvailable'),
  }
  return (
    <div role="status">
      {outcome && <Panel tone={outcome === 'works' ? 'fresh' : 'attention'}>{texts[outcome]}</Panel>}
    </div>
  )
}

/** How to allow the camera, step by step, and whether it works now. */
export function CameraCheckPage() {
  const { t } = useTranslation()
  const { outcome, isBusy, check } = useCameraCheck()
  const { lead, steps } = useSteps()
  const works = outcome === 'works'
  return (
    <Page title={t('cameraCheck.title')} lead={lead} width="narrow">
      <PermissionDrawing />
      <Box component="ol" sx={{ m: 0, pl: 3, display: 'grid', gap: 1, '& > li::marker': { fontWeight: 700 } }}>
        {steps.map(step => (
          <Typography component="li" key={step}>
            {step}
          </Typography>
        ))}
      </Box>
      <Outcome outcome={outcome} />
      {works ? (
        <PrimaryButton component={Link} to={PATHS.basket}>
          {t('cameraCheck.toBasket')}
        </PrimaryButton>
      ) : (
        <>
          <PrimaryButton onClick={check} loading={isBusy} loadingLabel={t('common.loading')}>
            {t('cameraCheck.check')}
          </PrimaryButton>
          <SecondaryButton component={Link} to={PATHS.basket}>
            {t('cameraCheck.withoutCamera')}
          </SecondaryButton>
        </>
      )}
    </Page>
  )
}
