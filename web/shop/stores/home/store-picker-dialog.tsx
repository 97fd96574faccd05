import Box from '@mui/material/Box'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { StorePicker } from './store-picker.tsx'

/** The store picker over the page; full screen on a phone. */
export function StorePickerDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullScreen={isPhone}
      fullWidth
      maxWidth="sm"
      aria-labelledby={id}
      slotProps={{ paper: { sx: isPhone ? { borderRadius: 0 } : {} } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', pr: 1.5 }}>
        <DialogTitle id={id} variant="h2" sx={{ flex: 1, minWidth: 0 }}>
          {t('home.chooseStore')}
        </DialogTitle>
        <IconButton onClick={onClose} aria-label={t('common.close')}>
          <CloseIcon />
        </IconButton>
      </Box>
      <DialogContent sx={{ pt: 0 }}>
        <StorePicker onChosen={onClose} />
      </DialogContent>
    </Dialog>
  )
}
