import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ImportReview } from './import-review.tsx'
import { useImportAddress } from './use-import-address.ts'

/** Imports products from a spreadsheet, over the product list: choose a file, review, save, and undo if needed. */
export function ImportPanel() {
  const { t } = useTranslation()
  const { isOpen, id, open, close } = useImportAddress()
  const titleId = useId()
  return (
    <Dialog open={isOpen} onClose={close} fullScreen hasOwnEntry aria-labelledby={titleId}>
      <Box sx={{ display: 'flex', alignItems: 'center', maxWidth: 960, width: '100%', mx: 'auto', pr: 1 }}>
        <DialogTitle id={titleId} component="h1" sx={{ flex: 1, px: { xs: 2, sm: 3 } }}>
          {t('productImport.title')}
        </DialogTitle>
        <IconButton onClick={close} aria-label={t('common.close')}>
          <CloseIcon />
        </IconButton>
      </Box>
      <DialogContent sx={{ maxWidth: 960, width: '100%', mx: 'auto', px: { xs: 2, sm: 3 } }}>
        {id === undefined ? (
          <ChooseFile onChecked={checked => open(checked.id)} onOpen={open} />
        ) : (
          <ImportReview key={id} id={id} onAnother={() => open()} />
        )}
      </DialogContent>
    </Dialog>
  )
}

/** Opens the import panel, beside the other actions for products. */
export function ImportButton() {
  const { t } = useTranslation()
  const { open } = useImportAddress()
  return (
    <Button variant="outlined" size="small" aria-haspopup="dialog" onClick={() => open()}>
      {t('productImport.button')}
    </Button>
  )
}
