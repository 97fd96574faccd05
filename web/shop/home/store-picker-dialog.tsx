import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { IconButton } from '#web/kit/ui/buttons.tsx'
import { Dialog, DialogContent, DialogTitle } from '#web/kit/ui/dialog.tsx'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import css from './home.module.css'
import { StorePicker } from './store-picker.tsx'

/** The store picker over the page; full screen on a phone. */
export function StorePickerDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog open={open} onClose={onClose} fullScreen="below-sm" fullWidth maxWidth="sm" aria-labelledby={id}>
      <div className={css.pickerHead}>
        <DialogTitle id={id} className={css.pickerTitle}>
          {t('home.chooseStore')}
        </DialogTitle>
        <IconButton onClick={onClose} aria-label={t('common.close')}>
          <CloseIcon />
        </IconButton>
      </div>
      <DialogContent className={css.pickerContent}>
        <StorePicker onChosen={onClose} />
      </DialogContent>
    </Dialog>
  )
}
