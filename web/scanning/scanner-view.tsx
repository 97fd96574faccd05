import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { memo } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CameraIcon } from '#web/kit/ui/icons.tsx'
import { useWakeLock } from '#web/kit/ui/use-wake-lock.ts'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { AimingFrame } from './aiming-frame.tsx'
import { LookingTipBar } from './looking-tip-bar.tsx'
import { ScannerControls } from './scanner-controls.tsx'
import { ScannerTrouble } from './scanner-trouble.tsx'
import { isTrouble } from './use-camera.ts'
import type { Scanner } from './use-scanner.ts'

interface ScannerViewProps {
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
