import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import GlobalStyles from '@mui/material/GlobalStyles'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import wasmUrl from 'zxing-wasm/writer/zxing_writer.wasm?url'
import type { AdminStore } from '#contract/stores/admin-stores.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'

/** Modules around a QR code that stay white, as ISO/IEC 18004 requires. */
const QUIET = 4

type Drawn = { path: string; size: number }

/** A QR code as the path of an SVG, one unit a module. */
async function drawQr(text: string): Promise<Drawn> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  const { symbol } = await writeBarcode(text, { format: 'QRCode' })
  const rows = Array.from({ length: symbol.height }, (_, y) =>
    Array.from({ length: symbol.width }, (_column, x) =>
      symbol.data[y * symbol.width + x] === 0 ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '',
    ).join(''),
  )
  return { path: rows.join(''), size: symbol.width + 2 * QUIET }
}

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
  const { data: qr } = useQuery({
    queryKey: ['door-sign', address],
    queryFn: () => drawQr(address),
    staleTime: Infinity,
  })
  return (
    <Box sx={{ textAlign: 'center', color: '#000', bgcolor: '#fff', borderRadius: 1, p: 3, colorScheme: 'light' }}>
      <Box sx={{ typography: 'h1', overflowWrap: 'anywhere' }}>{store.name}</Box>
      <Box sx={{ my: 2, mx: 'auto', width: 'min(100%, 320px)', aspectRatio: '1' }}>
        {qr && (
          <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={address} shapeRendering="crispEdges">
            <path d={qr.path} fill="#000" />
          </svg>
        )}
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
