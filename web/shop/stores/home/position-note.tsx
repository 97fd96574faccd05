import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { PositionFault } from '#web/shop/stores/stores/use-position.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'

interface PositionNoteProps {
  fault: PositionFault | 'distancesFailed' | undefined
  isAsking: boolean
  askAgain: () => void
}

/** The error that keeps the nearest store from being first, and lets one try again. The list works all the same. */
export function PositionNote({ fault, isAsking, askAgain }: PositionNoteProps) {
  const { t } = useTranslation()
  if (fault === undefined) return null
  return (
    <Panel tone="danger">
      <Typography role="alert">{t(`home.${fault}`)}</Typography>
      {fault !== 'locationUnsupported' && (
        <Box sx={{ mt: 0.5, ml: -2 }}>
          <SecondaryButton look="quiet" onClick={askAgain} loading={isAsking}>
            {t(fault === 'distancesFailed' ? 'common.retry' : 'home.locationUse')}
          </SecondaryButton>
        </Box>
      )}
    </Panel>
  )
}
