import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { PositionFault } from '#web/features/stores/use-position.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SecondaryButton } from '#web/ui/secondary-button.tsx'

interface PositionNoteProps {
  fault: PositionFault | undefined
  isAsking: boolean
  askAgain: () => void
}

/** Says why the nearest store is not first, and lets one try again. The list works all the same. */
export function PositionNote({ fault, isAsking, askAgain }: PositionNoteProps) {
  const { t } = useTranslation()
  if (fault === undefined) return null
  return (
    <Panel tone="attention">
      <Typography role="alert">{t(`home.${fault}`)}</Typography>
      {fault !== 'locationUnsupported' && (
        <Box sx={{ mt: 0.5, ml: -1.5 }}>
          <SecondaryButton look="quiet" small onClick={askAgain} loading={isAsking}>
            {t('home.locationUse')}
          </SecondaryButton>
        </Box>
      )}
    </Panel>
  )
}
