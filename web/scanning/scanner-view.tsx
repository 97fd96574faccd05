import { memo, useEffect, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { useWakeLock } from '#web/kit/ui/hooks/use-wake-lock.ts'
import { CameraIcon } from '#web/kit/ui/icons.tsx'
import { Spinner } from '#web/kit/ui/loading.tsx'
import { joinClasses, Text } from '#web/kit/ui/text.tsx'
import type { CameraProblem } from './camera/camera.ts'
import { isProblem } from './camera/use-camera.ts'
import { aimingShares, type Area } from './scan-passes.ts'
import { QuickCode, ScannerControls } from './scanner-controls.tsx'
import css from './scanning.module.css'
import { usePinch } from './use-pinch.ts'
import type { Scanner } from './use-scanner.ts'

type ScannerProblemProps = {
  problem: CameraProblem
  onRetry: () => void
  onManual: (() => void) | undefined
}

/** The problem and its remedy, as text; how to allow the camera is on a page of its own. */
function useProblemTexts(problem: CameraProblem): { title: string; help: string | null } {
  const { t } = useTranslation()
  const texts = {
    denied: { title: t('scanner.denied'), help: null },
    none: { title: t('scanner.notAvailable'), help: t('scanner.noCamera') },
    busy: { title: t('scanner.didNotStart'), help: t('scanner.busy') },
    stopped: { title: t('scanner.didNotStart'), help: t('scanner.goOnWithout') },
    unsupported: { title: t('scanner.notAvailable'), help: t('scanner.goOnWithout') },
  }
  return texts[problem]
}

/** Replaces the picture: why there is none, and how to continue without it. */
function ScannerProblem({ problem, onRetry, onManual }: ScannerProblemProps) {
  const { t } = useTranslation()
  const { title, help } = useProblemTexts(problem)
  return (
    <div role="alert" className={css.problem}>
      <Text variant="h3" as="p">
        {title}
      </Text>
      {help === null ? (
        <SecondaryButton shape="outline" small component={Link} to={PATHS.samsungPermission}>
          {t('scanner.cameraHelp')}
        </SecondaryButton>
      ) : (
        <Text variant="body2" className={css.problemHelp}>
          {help}
        </Text>
      )}
      <div className={css.problemButton}>
        {onManual && (
          <SecondaryButton shape="leaf" small onClick={onManual}>
            {t('scanner.typeCode')}
          </SecondaryButton>
        )}
        {problem !== 'unsupported' && (
          <SecondaryButton shape="outline" small onClick={onRetry}>
            {t('common.retry')}
          </SecondaryButton>
        )}
      </div>
    </div>
  )
}

const CORNERS = [css.topLeft, css.topRight, css.bottomLeft, css.bottomRight]

const percent = (share: number) => `${share * 100}%`

/** The scanned area as shares of the view; it changes when the phone is turned. */
function useShares(video: HTMLVideoElement | null): Area | null {
  const [shares, setShares] = useState<Area | null>(null)
  useEffect(() => {
    if (!video) return undefined
    const measure = () => {
      const view = { width: video.clientWidth, height: video.clientHeight }
      if (video.videoWidth > 0) setShares(aimingShares({ width: video.videoWidth, height: video.videoHeight }, view))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(video)
    video.addEventListener('resize', measure)
    video.addEventListener('loadeddata', measure)
    return () => {
      observer.disconnect()
      video.removeEventListener('resize', measure)
      video.removeEventListener('loadeddata', measure)
    }
  }, [video])
  return shares
}

/** Four corners around the area that the scanner reads. */
function AimingFrame({ video }: { video: HTMLVideoElement | null }) {
  const shares = useShares(video)
  if (!shares) return null
  const { left, top, width, height } = shares
  const place = { left: percent(left), top: percent(top), width: percent(width), height: percent(height) }
  return (
    <div aria-hidden className={css.aim} style={place}>
      {CORNERS.map(corner => (
        <div key={corner} className={joinClasses(css.corner, corner)} />
      ))}
    </div>
  )
}

/** At the bottom of the picture: that nothing can be read yet, or a tip once nothing has been found for a while. */
function ScanTipBar({ scanner, onCode }: { scanner: Scanner; onCode: (code: string) => void }) {
  const { t } = useTranslation()
  // A shopper who is typing continues, even when a code comes into view.
  const [isTyping, setTyping] = useState(false)
  const { tip, torch, isLoading, lastCode } = scanner
  const texts = {
    straight: t('scanner.tipStraight'),
    distance: t('scanner.tipDistance'),
    torch: t('scanner.tipTorch'),
    manual: t('scanner.tipManual'),
  }
  const isManual = tip === 'manual' || isTyping
  const shown = lastCode ?? (tip && texts[tip])
  return (
    <div role="status" className={css.strip}>
      {isManual ? (
        <QuickCode hint={texts.manual} onCode={onCode} onTyping={setTyping} />
      ) : (
        <>
          {isLoading && <div className={css.tipLoading}>{t('scanner.loading')}</div>}
          {/* The sound and the new row report a code already. */}
          {shown && (
            <div aria-hidden={lastCode !== null} className={css.tip}>
              {shown}
            </div>
          )}
          {tip === 'torch' && torch && (
            <SecondaryButton shape="leaf" small onClick={torch.toggle}>
              {t('scanner.torchOn')}
            </SecondaryButton>
          )}
        </>
      )}
    </div>
  )
}

type ScannerViewProps = {
  scanner: Scanner
  /** Opens the manual entry of a code, which is never more than one tap away. Undefined where its field is beside the view. */
  onManual: (() => void) | undefined
  /** Called with a code typed on the picture. */
  onCode: (code: string) => void
}

function View({ scanner, onManual, onCode }: ScannerViewProps) {
  const { t } = useTranslation()
  const { phase, start, video, attachVideo } = scanner
  const pinch = usePinch(scanner.zoom)
  useWakeLock(phase === 'running')
  const hasPicture = phase === 'starting' || phase === 'running'
  return (
    <section aria-label={t('scanner.title')} data-phase={phase} className={css.window} {...pinch}>
      {hasPicture && (
        <>
          <video ref={attachVideo} playsInline muted autoPlay aria-label={t('scanner.aim')} className={css.viewBox} />
          {phase === 'starting' ? <Spinner className={css.starting} size={40} label={t('common.loading')} /> : null}
          <AimingFrame video={video} />
          <ScanTipBar scanner={scanner} onCode={onCode} />
        </>
      )}
      {phase === 'idle' && (
        <SecondaryButton shape="leaf" icon={<CameraIcon />} onClick={start}>
          {t('scanner.start')}
        </SecondaryButton>
      )}
      {isProblem(phase) && <ScannerProblem problem={phase} onRetry={start} onManual={onManual} />}
      {!isProblem(phase) && <ScannerControls camera={scanner} onManual={onManual} />}
    </section>
  )
}

/** The camera's window: the picture and where to hold the code, or why there is none. A picture without a code does not re-render it. */
export const ScannerView = memo(View)
