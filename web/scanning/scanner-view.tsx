import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { memo, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useWakeLock } from '#web/kit/ui/hooks/use-wake-lock.ts'
import { CameraIcon } from '#web/kit/ui/icons.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { aimingShares, type Area } from './aiming-window.ts'
import type { CameraTrouble } from './camera/camera.ts'
import { isTrouble } from './camera/use-camera.ts'
import { QuickCode } from './quick-code.tsx'
import { ScannerControls } from './scanner-controls.tsx'
import type { Scanner } from './use-scanner.ts'

type ScannerTroubleProps = {
  trouble: CameraTrouble
  onRetry: () => void
  onManual: () => void
}

/** The problem and its remedy, as text; how to allow the camera is on a page of its own. */
function useWords(trouble: CameraTrouble): { title: string; help: string | null } {
  const { t } = useTranslation()
  const words = {
    denied: { title: t('scanner.denied'), help: null },
    none: { title: t('scanner.notAvailable'), help: t('scanner.noCamera') },
    busy: { title: t('scanner.didNotStart'), help: t('scanner.busy') },
    stopped: { title: t('scanner.didNotStart'), help: t('scanner.goOnWithout') },
    unsupported: { title: t('scanner.notAvailable'), help: t('scanner.goOnWithout') },
  }
  return words[trouble]
}

/** Replaces the picture: why there is none, and how to continue without it. */
function ScannerTrouble({ trouble, onRetry, onManual }: ScannerTroubleProps) {
  const { t } = useTranslation()
  const { title, help } = useWords(trouble)
  return (
    <Box role="alert" sx={{ display: 'grid', gap: 0.75, justifyItems: 'center', p: 1.5, textAlign: 'center' }}>
      <Typography variant="h3" component="p">
        {title}
      </Typography>
      {help === null ? (
        <SecondaryButton look="outline" small component={Link} to={PATHS.samsungPermission}>
          {t('scanner.cameraHelp')}
        </SecondaryButton>
      ) : (
        <Typography variant="body2" sx={{ maxWidth: '44ch', textWrap: 'balance' }}>
          {help}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center', mt: 0.5 }}>
        <SecondaryButton look="leaf" small onClick={onManual}>
          {t('scanner.typeCode')}
        </SecondaryButton>
        {trouble !== 'unsupported' && (
          <SecondaryButton look="outline" small onClick={onRetry}>
            {t('common.retry')}
          </SecondaryButton>
        )}
      </Box>
    </Box>
  )
}

const CORNERS = [
  { top: 0, left: 0, borderTopWidth: 5, borderLeftWidth: 5, borderTopLeftRadius: 10 },
  { top: 0, right: 0, borderTopWidth: 5, borderRightWidth: 5, borderTopRightRadius: 10 },
  { bottom: 0, left: 0, borderBottomWidth: 5, borderLeftWidth: 5, borderBottomLeftRadius: 10 },
  { bottom: 0, right: 0, borderBottomWidth: 5, borderRightWidth: 5, borderBottomRightRadius: 10 },
]

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
  return (
    <Box
      aria-hidden
      sx={{
        position: 'absolute',
        left: `${shares.left * 100}%`,
        top: `${shares.top * 100}%`,
        width: `${shares.width * 100}%`,
        height: `${shares.height * 100}%`,
        pointerEvents: 'none',
      }}
    >
      {CORNERS.map(corner => (
        <Box
          key={Object.keys(corner).join()}
          sx={{ position: 'absolute', width: 36, height: 36, border: '0 solid', borderColor: '#a5d6a7', ...corner }}
        />
      ))}
    </Box>
  )
}

const strip = {
  position: 'absolute',
  insetInline: 0,
  bottom: 0,
  zIndex: 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  columnGap: 1,
  px: 1.5,
  py: 0.5,
  bgcolor: 'rgba(14, 22, 16, 0.86)',
  color: '#fff',
  '&:empty': { display: 'none' },
} as const

/** At the bottom of the picture: that nothing can be read yet, or a tip once nothing has been found for a while. */
function LookingTipBar({ scanner, onCode }: { scanner: Scanner; onCode: (code: string) => void }) {
  const { t } = useTranslation()
  // A shopper who is typing continues, even when a code comes into view.
  const [isTyping, setTyping] = useState(false)
  const { tip, torch, isLoading } = scanner
  const words = { distance: t('scanner.tipDistance'), torch: t('scanner.tipTorch'), manual: t('scanner.tipManual') }
  const isManual = tip === 'manual' || isTyping
  return (
    <Box role="status" sx={strip}>
      {isManual ? (
        <QuickCode hint={words.manual} onCode={onCode} onTyping={setTyping} />
      ) : (
        <>
          {isLoading && <Box sx={{ py: 1, typography: 'body2' }}>{t('scanner.loading')}</Box>}
          {tip !== null && <Box sx={{ py: 1, typography: 'body2', textAlign: 'center' }}>{words[tip]}</Box>}
          {tip === 'torch' && torch && (
            <SecondaryButton look="leaf" small onClick={torch.toggle}>
              {t('scanner.torchOn')}
            </SecondaryButton>
          )}
        </>
      )}
    </Box>
  )
}

type ScannerViewProps = {
  scanner: Scanner
  /** Opens the manual entry of a code, which is never more than one tap away. */
  onManual: () => void
  /** Called with a code typed on the picture. */
  onCode: (code: string) => void
}

/** The height on a phone; beside the list it fills its place. */
export const SCANNER_HEIGHT = 'clamp(150px, 30dvh, 300px)'

// The camera's window is dark in light and dark mode alike.
const windowLook = {
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
  minHeight: SCANNER_HEIGHT,
  height: '100%',
  color: '#fff',
  background: 'radial-gradient(circle at 50% 40%, #3c4d42, #1d2620)',
  '& .MuiButton-outlined': { color: '#fff', borderColor: '#fff' },
} as const

function View({ scanner, onManual, onCode }: ScannerViewProps) {
  const { t } = useTranslation()
  const { phase, start, video, attachVideo } = scanner
  useWakeLock(phase === 'running')
  const hasPicture = phase === 'starting' || phase === 'running'
  return (
    <Box component="section" aria-label={t('scanner.title')} data-phase={phase} sx={windowLook}>
      {hasPicture && (
        <>
          <Box
            component="video"
            ref={attachVideo}
            playsInline
            muted
            autoPlay
            aria-label={t('scanner.aim')}
            sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' }}
          />
          {phase === 'starting' ? <CircularProgress color="inherit" aria-label={t('common.loading')} /> : null}
          <AimingFrame video={video} />
          <LookingTipBar scanner={scanner} onCode={onCode} />
        </>
      )}
      {phase === 'idle' && (
        <SecondaryButton look="leaf" icon={<CameraIcon />} onClick={start}>
          {t('scanner.start')}
        </SecondaryButton>
      )}
      {isTrouble(phase) && <ScannerTrouble trouble={phase} onRetry={start} onManual={onManual} />}
      {!isTrouble(phase) && <ScannerControls camera={scanner} onManual={onManual} />}
    </Box>
  )
}

/** The camera's window: the picture and where to hold the code, or why there is none. A scan does not re-render it. */
export const ScannerView = memo(View)
