import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { PATHS } from '#web/kit/paths.ts'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import type { CameraTrouble } from './camera.ts'

interface ScannerTroubleProps {
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
export function ScannerTrouble({ trouble, onRetry, onManual }: ScannerTroubleProps) {
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
