import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { adminStores, type StoreHours } from '#contract/stores/admin-stores.ts'
import { dayText } from '#domain/format/day-text.ts'
import { type HoursChange, listHoursChanges, type SharedHours } from '#domain/stores/shared-hours.ts'
import { hoursProblems } from '#domain/stores/store-form.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { reloaded } from '#web/kit/api/query-client.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { ExceptionFields, useDayNames } from './hours-fields.tsx'
import { toExceptions } from './store-form-values.ts'
import { problemText, toException } from './use-store-form.ts'

const OWN_WEEK = 'own'

type SharedHoursDialogProps = { onClose: () => void }

/** Opening hours for several stores at once: the week of one of them, special days, or both. */
export function SharedHoursDialog({ onClose }: SharedHoursDialogProps) {
  const { data } = useQuery(queryFor(adminStores.listHours))
  return data ? <SharedHoursForm stores={data} onClose={onClose} /> : null
}

function SharedHoursForm({ stores, onClose }: SharedHoursDialogProps & { stores: readonly StoreHours[] }) {
  const { t } = useTranslation()
  const id = useId()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const { chosen, toggle, week, setWeek, typed, setTyped, shared, changes, problem, ...saving } = useSharedHours({
    stores,
    onSaved: onClose,
  })
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen={isPhone} fullWidth maxWidth="md">
      <DialogTitle id={id}>{t('sharedHours.title')}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 2 }}>
          <FormSection title={t('sharedHours.stores')}>
            {stores.map(store => (
              <CheckInput
                key={store.id}
                label={store.name}
                checked={chosen.includes(store)}
                onChange={() => toggle(store.id)}
              />
            ))}
          </FormSection>
          <FormSection title={t('storeForm.hours')}>
            <Wide>
              <SelectInput
                label={t('sharedHours.week')}
                value={week}
                onChange={setWeek}
                options={[
                  { value: OWN_WEEK, label: t('sharedHours.ownWeek') },
                  ...stores
                    .filter(store => !store.always_open)
                    .map(store => ({ value: String(store.id), label: t('sharedHours.weekOf', { store: store.name }) })),
                ]}
              />
            </Wide>
          </FormSection>
          <ExceptionFields
            form={{ values: { exceptions: typed }, set: (_name, text) => setTyped(text), getProblem: () => problem }}
            offersAll
          />
          <Preview stores={chosen} shared={shared} changed={saving.changedMeanwhile} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <ActionButton
          variant="contained"
          loading={saving.isBusy}
          disabled={changes.length === 0}
          onClick={() => void saving.save()}
        >
          {t('sharedHours.save', { count: changes.length })}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}

/** What is chosen and typed, and its saving. A store that another admin changed meanwhile is shown as it is now, and saved on the next press. */
function useSharedHours({ stores, onSaved }: { stores: readonly StoreHours[]; onSaved: () => void }) {
  const { t } = useTranslation()
  const { isBusy, act } = useAction('shared-hours')
  const [left, setLeft] = useState<readonly number[]>([])
  const [week, setWeek] = useState(OWN_WEEK)
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const [seen, setSeen] = useState<readonly StoreHours[]>()
  const exceptions = toExceptions({ exceptions: typed })
  const shared: SharedHours = { weekly: stores.find(store => String(store.id) === week)?.weekly ?? null, exceptions }
  const chosen = stores.filter(store => !left.includes(store.id))
  const changes = chosen.filter(store => listHoursChanges(store, shared).length > 0)
  const [problem] = hoursProblems({ weekly: [], exceptions: exceptions.map(toException) })
  const save = async () => {
    setTried(true)
    if (problem) return
    await act(async () => {
      try {
        const body = { stores: changes.map(({ id, revision }) => ({ id, revision })), weekly: null, exceptions: [] }
        await callApi(adminStores.shareHours, {
          body: { ...body, weekly: shared.weekly && [...shared.weekly], exceptions },
        })
      } catch (error) {
        if (!hasCode(error, 'record.changed')) throw error
        setSeen(stores)
        await reloaded()
        return undefined
      }
      onSaved()
      return t('sharedHours.saved', { count: changes.length })
    })
  }
  return {
    chosen,
    toggle: (id: number) => setLeft(left.includes(id) ? left.filter(each => each !== id) : [...left, id]),
    week,
    setWeek,
    typed,
    setTyped,
    shared,
    changes,
    problem: isTried && problem ? problemText(problem, t) : undefined,
    /** Stores that differ from what was shown when saving them was refused. */
    changedMeanwhile: stores.filter(({ id, revision }) =>
      seen?.some(before => before.id === id && before.revision !== revision),
    ),
    isBusy,
    save,
  }
}

type PreviewProps = { stores: readonly StoreHours[]; shared: SharedHours; changed: readonly StoreHours[] }

/** What saving changes in each of the stores, and where it changes nothing. */
function Preview({ stores, shared, changed }: PreviewProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <Box component="h3" id={id} sx={{ typography: 'h3', m: 0 }}>
        {t('sharedHours.preview')}
      </Box>
      {changed.length > 0 && (
        <Box role="alert">
          {t('sharedHours.changedMeanwhile', { stores: changed.map(({ name }) => name).join(', ') })}
        </Box>
      )}
      <Box component="ul" aria-live="polite" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {stores.map(store => (
          <StoreChanges key={store.id} store={store} shared={shared} />
        ))}
      </Box>
    </Box>
  )
}

function StoreChanges({ store, shared }: { store: StoreHours; shared: SharedHours }) {
  const { t } = useTranslation()
  const { weekdayName } = useDayNames()
  const changes = listHoursChanges(store, shared)
  const span = (hours: HoursChange['from']) =>
    hours === undefined
      ? t('sharedHours.usual')
      : hours === null
        ? t('storeForm.closedDay')
        : `${hours.opens_at}–${hours.closes_at}`
  return (
    <Box component="li">
      <Box sx={{ fontWeight: 650 }}>{store.name}</Box>
      {shared.weekly && store.always_open && <Box sx={{ color: 'text.secondary' }}>{t('sharedHours.alwaysOpen')}</Box>}
      {changes.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('sharedHours.nothing')}</Box>}
      {changes.map(({ day, from, to }) => (
        <Box key={day} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {`${typeof day === 'number' ? weekdayName(day) : dayText(day)}: ${span(from)} → ${span(to)}`}
        </Box>
      ))}
    </Box>
  )
}
