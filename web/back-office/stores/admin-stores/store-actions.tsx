import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type AdminStore, adminStores } from '#contract/stores/admin-stores.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAct } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { DoorSignButton } from './door-sign.tsx'
import { useKeepStore } from './use-store-form.ts'

/** Archives, restores or removes a store, and notifies of the result. */
function useStoreActions(store: AdminStore) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const keepStore = useKeepStore()
  const { isBusy, act } = useAct('store-act')
  const { id, name, revision } = store
  const archive = (archived: boolean) =>
    act(async () => {
      keepStore(await callApi(adminStores.archive, { params: { id }, body: { archived, revision } }))
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
  const [asked, setAsked] = useState<'archive' | 'remove'>()
  const { name } = store
  const close = () => setAsked(undefined)
  const confirm = () => void (asked === 'remove' ? remove() : archive(true)).finally(close)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <DoorSignButton store={store} />
      {store.archived_at !== null ? (
        <ActionButton variant="outlined" disabled={isDirty} loading={isBusy} onClick={() => void archive(false)}>
          {t('storeForm.restore')}
        </ActionButton>
      ) : (
        <Button variant="outlined" color="error" disabled={isDirty} onClick={() => setAsked('archive')}>
          {t('storeForm.archive')}
        </Button>
      )}
      {store.has_history ? (
        <Box sx={{ color: 'text.secondary' }}>{t('storeForm.whyArchive')}</Box>
      ) : (
        <Button variant="outlined" color="error" disabled={isDirty} onClick={() => setAsked('remove')}>
          {t('storeForm.remove')}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={asked === 'remove' ? t('storeForm.removeTitle', { name }) : t('storeForm.archiveTitle', { name })}
        text={t(asked === 'remove' ? 'storeForm.removeText' : 'storeForm.archiveText')}
        confirmText={t(asked === 'remove' ? 'storeForm.remove' : 'storeForm.archive')}
        cancelText={t('common.cancel')}
        onConfirm={confirm}
        onCancel={close}
        busy={isBusy}
        danger
      />
    </Box>
  )
}
