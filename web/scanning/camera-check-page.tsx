import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { type CameraProblem, cameraProblem, openCamera, stopCamera } from './camera/camera.ts'
import css from './scanning.module.css'

type CheckOutcome = 'works' | CameraProblem

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
      setOutcome(cameraProblem(error))
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
      <ol className={css.cameraCheckSteps}>
        {steps.map(step => (
          <Text as="li" key={step}>
            {step}
          </Text>
        ))}
      </ol>
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

const ROWS = [0, 1, 2, 3] as const
const ROW_HEIGHT = 24

/** A phone's settings, with one row highlighted in each picture, and in the last one the camera's switch turned on. */
function PermissionDrawing() {
  return (
    <svg viewBox="0 0 320 140" aria-hidden="true" focusable="false" className={css.permission}>
      {[8, 116, 224].map((left, screen) => (
        <g key={left} transform={`translate(${left} 6)`} fill="none" stroke="currentColor" strokeWidth="2">
          <rect x="0" y="0" width="84" height="128" rx="12" />
          {ROWS.map(row => (
            <SettingsRow key={row} top={14 + row * (ROW_HEIGHT + 3)} isLit={row === [1, 3, 0][screen]} />
          ))}
          {screen === 2 && <CameraSwitch />}
        </g>
      ))}
      {[96, 204].map(left => (
        <path
          key={left}
          d={`M${left} 70h14m-5-5 5 5-5 5`}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      ))}
    </svg>
  )
}

function SettingsRow({ top, isLit }: { top: number; isLit: boolean }) {
  return (
    <g transform={`translate(8 ${top})`}>
      {isLit && <rect width="68" height={ROW_HEIGHT} rx="6" fill="currentColor" fillOpacity="0.22" strokeWidth="2" />}
      <circle cx="12" cy="12" r="5" strokeWidth="1.5" />
      <path d={`M24 12h${isLit ? 26 : 36}`} strokeWidth="3" strokeLinecap="round" strokeOpacity={isLit ? 1 : 0.4} />
    </g>
  )
}

function CameraSwitch() {
  return (
    <g transform="translate(60 20)">
      <rect width="16" height="11" rx="5.5" fill="currentColor" />
      <circle cx="10.5" cy="5.5" r="3.5" fill="#fff" stroke="none" />
    </g>
  )
}
