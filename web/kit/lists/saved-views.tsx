import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type SavedView, type ViewedList, views } from '#contract/administration/saved-views.ts'
import { hasCode, errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useMay } from '#web/kit/session/use-may.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { type ListState, changesTo, isSameView, toViewQuery } from './use-list-state.ts'

type SavedViewsProps = {
  list: ViewedList
  state: ListState
}

/** The views, the one that is shown, and the list's state as a view saves it. */
function useViews({ list, state }: SavedViewsProps) {
  const { data = [] } = useQuery({ ...queryFor(views.list, { query: { list } }), meta: { isBackground: true } })
  const query = toViewQuery(state)
  return { saved: data, query, active: data.find(view => isSameView(view.query, query)) }
}

/** Saved views of a list. Choosing one sets the address; changing a filter leaves it. */
export function SavedViews({ list, state }: SavedViewsProps) {
  const { t } = useTranslation()
  const { saved, query, active } = useViews({ list, state })
  const [edited, setEdited] = useState<SavedView>()
  const may = useMay()
  // An open dialog stays until it has closed itself.
  if (saved.length === 0 && !edited) return null
  const choose = (next: string) => state.change(changesTo(next, state))
  return (
    <Box role="group" aria-label={t('lists.views')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button
        size="small"
        variant={query === '' ? 'contained' : 'outlined'}
        color={query === '' ? 'secondary' : 'primary'}
        aria-pressed={query === ''}
        onClick={() => choose('')}
      >
        {t('lists.allRows')}
      </Button>
      {saved.map(view => (
        <Button
          key={view.id}
          size="small"
          variant={view === active ? 'contained' : 'outlined'}
          color={view === active ? 'secondary' : 'primary'}
          aria-pressed={view === active}
          onClick={() => choose(view.query)}
        >
          {view.name}
        </Button>
      ))}
      {active && may(views.update) && (
        <Button size="small" onClick={() => setEdited(active)}>
          {t('lists.editView')}
        </Button>
      )}
      {edited && <ViewDialog list={list} query={query} view={edited} onClose={() => setEdited(undefined)} />}
    </Box>
  )
}

/** After the active filters: saves them as a view, unless one is shown. */
export function SaveView({ list, state }: SavedViewsProps) {
  const { t } = useTranslation()
  const { query, active } = useViews({ list, state })
  const [isConfirming, setConfirming] = useState(false)
  const may = useMay()
  return (
    <>
      {!active && query !== '' && may(views.create) && (
        <Button size="small" onClick={() => setConfirming(true)}>
          {t('lists.saveView')}
        </Button>
      )}
      {isConfirming && <ViewDialog list={list} query={query} view={undefined} onClose={() => setConfirming(false)} />}
    </>
  )
}

const MAX_NAME_LENGTH = 60

type ViewDialogProps = {
  list: ViewedList
  query: string
  /** The view being edited; without it a new one is created. */
  view: SavedView | undefined
  onClose: () => void
}

/** Saves the state of a list under a name, for the user or for all admins. */
function ViewDialog({ list, query, view, onClose }: ViewDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.shared ?? false)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const run = async (call: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await call()
      // The list shows the change before the dialog closes.
      await awaitReload()
      onClose()
    } catch (reason) {
      setBusy(false)
      setError(hasCode(reason, 'form.invalid') ? t('lists.viewNameInUse') : errorText(reason, t))
    }
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    // In React's tree the dialog is inside the page's own form.
    event.stopPropagation()
    if (name.trim() === '') return setError(t('form.requiredField'))
    if (!view) return void run(() => callApi(views.create, { body: { list, name, query, shared: isShared } }))
    // Unchanged fields keep another admin's changes.
    const body = { ...(name !== view.name && { name }), ...(isShared !== view.shared && { shared: isShared }) }
    void run(() => callApi(views.update, { params: { id: view.id }, body }))
  }
  const remove = () => {
    if (view) void run(() => callApi(views.remove, { params: { id: view.id } }))
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <form onSubmit={save} noValidate>
        <DialogTitle id={id}>{view ? t('lists.editView') : t('lists.saveView')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <TextInput
            label={t('lists.viewName')}
            value={name}
            onChange={value => {
              setName(value)
              setError(undefined)
            }}
            autoFocus
            autoComplete="off"
            required
            error={error}
            maxLength={MAX_NAME_LENGTH}
            maxLengthText={t('form.maxLength', { count: MAX_NAME_LENGTH })}
          />
          <CheckInput
            label={t('lists.viewShared')}
            hint={t('lists.viewSharedHint')}
            checked={isShared}
            onChange={setShared}
          />
        </DialogContent>
        <DialogActions>
          {view && (
            <Button color="error" onClick={remove} disabled={isBusy}>
              {t('lists.removeView')}
            </Button>
          )}
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <ActionButton type="submit" variant="contained" loading={isBusy}>
            {t('forms.save')}
          </ActionButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
