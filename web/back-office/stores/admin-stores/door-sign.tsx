import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import GlobalStyles from '@mui/material/GlobalStyles'
import { useId, useState } from 'react'
import type { AdminStore } from '#contract/stores/admin-stores.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { QrCode } from '#web/kit/qr/qr-code.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'

/** For shoppers of any language, whatever the admin's is. */
const INVITATIONS = [
  ['fi', 'Skannaa ja aloita ostokset'],
  ['sv', 'Skanna och börja handla'],
  ['en', 'Scan to start shopping'],
] as const

// In print, only the sign is shown.
const onPaper = {
  '@media print': {
    '#root, [data-no-print]': { display: 'none !important' },
    body: { background: '#fff !important' },
    '[role="dialog"]': { boxShadow: 'none !important', border: '0 !important', maxWidth: 'none !important' },
  },
}

function Sign({ store, address }: { store: AdminStore; address: string }) {
  return (
    <Box sx={{ textAlign: 'center', color: '#000', bgcolor: '#fff', borderRadius: 1, p: 3, colorScheme: 'light' }}>
      <Box sx={{ typography: 'h1', overflowWrap: 'anywhere' }}>{store.name}</Box>
      <Box sx={{ my: 2, mx: 'auto', width: 'min(100%, 320px)', aspectRatio: '1' }}>
        <QrCode text={address} label={address} />
      </Box>
      {INVITATIONS.map(([language, text]) => (
        <Box key={language} lang={language} sx={{ typography: 'h3' }}>
          {text}
        </Box>
      ))}
      <Box sx={{ mt: 2, typography: 'body2', overflowWrap: 'anywhere' }}>{address}</Box>
    </Box>
  )
}

/** Opens the sign for the store's door: a QR code that chooses the store. */
export function DoorSignButton({ store }: { store: AdminStore }) {
  const { t } = useTranslation()
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="outlined" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('storeForm.sign')}
      </Button>
      <Dialog open={isOpen} onClose={close} aria-labelledby={titleId} fullScreen="below-sm">
        <GlobalStyles styles={onPaper} />
        <Box data-no-print>
          <DialogTitle id={titleId}>{t('storeForm.signTitle')}</DialogTitle>
          <Box sx={{ px: 3, color: 'text.secondary' }}>{t('storeForm.signLead')}</Box>
        </Box>
        <DialogContent>
          <Sign store={store} address={`${location.origin}${PATHS.home}?door=${store.id}`} />
        </DialogContent>
        <DialogActions data-no-print>
          <Button onClick={close}>{t('common.close')}</Button>
          <Button variant="contained" onClick={() => print()}>
            {t('storeForm.signPrint')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
