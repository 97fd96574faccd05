import Box from '@mui/material/Box'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'
import { GUIDE_PICTURES } from './guide-pictures.tsx'

export const GUIDE_STEPS = ['share', 'addToHome', 'confirm'] as const

const steps = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 } as const
const step = { display: 'grid', gridTemplateColumns: '72px 1fr', gap: 2, alignItems: 'center' } as const

/** Safari has no prompt, so the way through its menu is drawn. */
export function IphoneGuide({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>{t('install.guideTitle')}</DialogTitle>
      <DialogContent>
        <Box component="ol" sx={steps}>
          {GUIDE_STEPS.map((name, index) => (
            <Box component="li" key={name} sx={step}>
              {GUIDE_PICTURES[name]}
              <Typography>
                {index + 1}. {t(`install.steps.${name}`)}
              </Typography>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <PrimaryButton onClick={onClose}>{t('common.close')}</PrimaryButton>
      </DialogActions>
    </Dialog>
  )
}
