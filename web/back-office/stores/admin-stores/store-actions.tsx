import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import GlobalStyles from '@mui/material/GlobalStyles'
import { useState, useId } from 'react'
import { useNavigate } from 'react-router'
import { type AdminStore, adminStores } from '#contract/stores/admin-stores.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { QrCode } from '#web/kit/qr/qr-code.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { useCacheStore } from './use-store-form.ts'

/** Archives, restores or removes a store, and notifies of the result. */
function useStoreActions(store: AdminStore) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cacheStore = useCacheStore()
  const { isBusy, act } = useAction('store-act')
  const { id, name, revision } = store
  const archive = (archived: boolean) =>
    act(async () => {
      cacheStore(await callApi(adminStores.archive, { params: { id }, body: { archived, revision } }))
      return t(archived ? 'storeForm.archived' : 'storeForm.restored')
    })
  const remove = () =>
    act(async () => {
      // The page of the removed store is open until the list is.
      await callApi(adminStores.remove, { params: { id }, reload: 'later' })
      await navigate(PATHS.stores, { replace: true })
      return t('storeForm.removed', { name })
    })
  return { isBusy, archive, remove }
}

/** Archives a store, or removes it if it has no history. Unsaved changes must be saved or dropped first. */
export function StoreActions({ store, isDirty }: { store: AdminStore; isDirty: boolean }) {
  const { t } = useTranslation()
  const { isBusy, archive, remove } = useStoreActions(store)
  const [requested, setRequested] = useState<'archive' | 'remove'>()
  const { name } = store
  const close = () => setRequested(undefined)
  const confirm = () => void (requested === 'remove' ? remove() : archive(true)).finally(close)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <DoorSignButton store={store} />
      {store.archived_at !== null ? (
        <ActionButton variant="outlined" disabled={isDirty} loading={isBusy} onClick={() => void archive(false)}>
          {t('storeForm.restore')}
        </ActionButton>
      ) : (
        <Button variant="outlined" color="error" disabled={isDirty} onClick={() => setRequested('archive')}>
          {t('storeForm.archive')}
        </Button>
      )}
      {store.has_history ? (
        <Box sx={{ color: 'text.secondary' }}>{t('storeForm.archiveReason')}</Box>
      ) : (
        <Button variant="outlined" color="error" disabled={isDirty} onClick={() => setRequested('remove')}>
          {t('storeForm.remove')}
        </Button>
      )}
      <ConfirmDialog
        open={requested !== undefined}
        title={requested === 'remove' ? t('storeForm.removeTitle', { name }) : t('storeForm.archiveTitle', { name })}
        text={t(requested === 'remove' ? 'storeForm.removeText' : 'storeForm.archiveText')}
        confirmText={t(requested === 'remove' ? 'storeForm.remove' : 'storeForm.archive')}
        cancelText={t('common.cancel')}
        onConfirm={confirm}
        onCancel={close}
        busy={isBusy}
        danger
      />
    </Box>
  )
}

/** For shoppers of any language, whatever the admin's is. */
const SIGN_TEXTS = [
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

function StoreSign({ store, address }: { store: AdminStore; address: string }) {
  return (
    <Box sx={{ textAlign: 'center', color: '#000', bgcolor: '#fff', borderRadius: 1, p: 3, colorScheme: 'light' }}>
      <Box sx={{ typography: 'h1', overflowWrap: 'anywhere' }}>{store.name}</Box>
      <Box sx={{ my: 2, mx: 'auto', width: 'min(100%, 320px)', aspectRatio: '1' }}>
        <QrCode text={address} label={address} />
      </Box>
      {SIGN_TEXTS.map(([language, text]) => (
        <Box key={language} lang={language} sx={{ typography: 'h3' }}>
          {text}
        </Box>
      ))}
      <Box sx={{ mt: 2, typography: 'body2', overflowWrap: 'anywhere' }}>{address}</Box>
    </Box>
  )
}

/** Opens the sign for the store's door: a QR code that chooses the store. */
function DoorSignButton({ store }: { store: AdminStore }) {
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
          <StoreSign store={store} address={`${location.origin}${PATHS.home}?door=${store.id}`} />
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
