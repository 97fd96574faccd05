import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { adminStores, type StoreHours } from '#contract/stores/admin-stores.ts'
import { isoDate } from '#domain/format/date-format.ts'
import { dayText } from '#domain/format/day-text.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { holidaysFrom } from '#domain/stores/finnish-holidays.ts'
import { type HoursChange, listHoursChanges, listSpecialDays, type SharedHours } from '#domain/stores/shared-hours.ts'
import { hoursProblems } from '#domain/stores/store-form.ts'
import { isoWeekday } from '#domain/zoned-time.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useRenewedNow } from '#web/kit/api/use-renewed-now.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useLeaveGuard } from '#web/kit/forms/use-leave-guard.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { DAYS_AHEAD, ExceptionFields, useDayNames } from './hours-fields.tsx'
import { type ExceptionRow, exceptionRows, toExceptions, typedExceptions } from './store-form-values.ts'
import { problemText, toException } from './use-store-form.ts'

const OWN_WEEK = 'own'

/** Special days and opening hours of all stores in one place: what is set, and a form for several stores at once. */
export function SharedHoursPage() {
  const { t } = useTranslation()
  const { data } = useQuery(queryFor(adminStores.listHours))
  if (data === undefined) return <RecordLoading />
  return (
    <Page title={t('sharedHours.title')} lead={t('sharedHours.lead')} width="wide">
      <SharedHoursForm stores={data} />
    </Page>
  )
}

type StoresProps = { stores: readonly StoreHours[] }

function SharedHoursForm({ stores }: StoresProps) {
  const { t } = useTranslation()
  const sharing = useSharedHours(stores)
  const { chosen, week, typed, setTyped, shared, changes, problem } = sharing
  const guard = useLeaveGuard(changes.length > 0)
  const days = useRef<HTMLDivElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void sharing.save()
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      <SpecialDays
        stores={stores}
        rows={exceptionRows(typed)}
        onChange={rows => {
          setTyped(typedExceptions(rows))
          days.current?.focus()
        }}
      />
      <FormSection title={t('sharedHours.stores')}>
        {stores.map(store => (
          <CheckInput
            key={store.id}
            label={store.name}
            checked={chosen.includes(store)}
            onChange={() => sharing.toggle(store.id)}
          />
        ))}
      </FormSection>
      <Box ref={days} tabIndex={-1} sx={{ scrollMarginTop: 90 }}>
        <ExceptionFields
          form={{ values: { exceptions: typed }, set: (_name, text) => setTyped(text), getProblem: () => problem }}
          isShared
        />
      </Box>
      <FormSection title={t('storeForm.hours')}>
        <WideField>
          <SelectInput
            label={t('sharedHours.week')}
            value={week}
            onChange={sharing.setWeek}
            options={[
              { value: OWN_WEEK, label: t('sharedHours.ownWeek') },
              ...stores
                .filter(store => !store.always_open)
                .map(store => ({ value: String(store.id), label: t('sharedHours.weekOf', { store: store.name }) })),
            ]}
          />
        </WideField>
      </FormSection>
      <Preview stores={chosen} shared={shared} changed={sharing.changedMeanwhile} />
      <Box>
        <ActionButton type="submit" variant="contained" loading={sharing.isBusy} disabled={changes.length === 0}>
          {t('sharedHours.save', { count: changes.length })}
        </ActionButton>
      </Box>
      {guard}
    </Box>
  )
}

type SpecialDaysProps = StoresProps & {
  rows: readonly ExceptionRow[]
  onChange: (rows: readonly ExceptionRow[]) => void
}

/** The coming special days of all stores. *Change* takes a day into the form, with the hours that most stores have. */
function SpecialDays({ stores, rows, onChange }: SpecialDaysProps) {
  const { t } = useTranslation()
  const { weekdayName } = useDayNames()
  const today = isoDate(useRenewedNow(), SHOP_TIME_ZONE)
  const days = listSpecialDays(stores, today)
  const holidays = new Map(holidaysFrom(today, DAYS_AHEAD).map(({ date, name }) => [date, name]))
  const formatHours = (span: string | undefined, having: readonly StoreHours[]) => {
    const names =
      having.length === stores.length ? t('sharedHours.allStores') : having.map(({ name }) => name).join(', ')
    return `${span ?? t('storeForm.closedDay')}: ${names}`
  }
  const change = ({ date, hours }: (typeof days)[number]) => {
    const [most] = hours.toSorted((one, other) => other.stores.length - one.stores.length)
    const [opens = '', closes = ''] = most?.span?.split('–') ?? []
    onChange([...rows, { date, isClosed: most?.span === undefined, opens, closes }])
  }
  return (
    <FormSection title={t('sharedHours.set')} {...(days.length === 0 && { lead: t('sharedHours.noneSet') })}>
      {days.map(day => (
        <WideField key={day.date}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'center' }}>
            <Box sx={{ flex: '1 1 220px' }}>
              <Box sx={{ fontWeight: 650 }}>
                {[
                  `${weekdayName(isoWeekday(day.date))} ${dayText(day.date)}`,
                  ...[holidays.get(day.date)].flatMap(holiday =>
                    holiday ? [t(`storeForm.holidayNames.${holiday}`)] : [],
                  ),
                ].join(' · ')}
              </Box>
              {day.hours.map(({ span, stores: having }) => (
                <Box key={span ?? ''} sx={{ color: 'text.secondary' }}>
                  {formatHours(span, having)}
                </Box>
              ))}
            </Box>
            <Button
              aria-label={t('sharedHours.changeDay', { date: dayText(day.date) })}
              disabled={rows.some(({ date }) => date === day.date)}
              onClick={() => change(day)}
            >
              {t('sharedHours.change')}
            </Button>
          </Box>
        </WideField>
      ))}
    </FormSection>
  )
}

/** What is chosen and typed, and its saving. A store that another admin changed meanwhile is shown as it is now, and saved on the next press. */
function useSharedHours(stores: readonly StoreHours[]) {
  const { t } = useTranslation()
  const { isBusy, act } = useAction('shared-hours')
  const [left, setLeft] = useState<readonly number[]>([])
  const [week, setWeek] = useState(OWN_WEEK)
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const [seen, setSeen] = useState<readonly StoreHours[]>()
  const rows = exceptionRows(typed)
  const exceptions = toExceptions({ exceptions: typedExceptions(rows.filter(({ isUsual }) => !isUsual)) })
  const shared: SharedHours = {
    weekly: stores.find(store => String(store.id) === week)?.weekly ?? null,
    exceptions,
    ordinary_dates: rows.filter(({ date, isUsual }) => isUsual && isDay(date)).map(({ date }) => date),
  }
  const chosen = stores.filter(store => !left.includes(store.id))
  const changes = chosen.filter(store => listHoursChanges(store, shared).length > 0)
  const [problem] = hoursProblems({ weekly: [], exceptions: toExceptions({ exceptions: typed }).map(toException) })
  const save = async () => {
    setTried(true)
    if (problem) return
    await act(async () => {
      try {
        await callApi(adminStores.shareHours, {
          body: {
            stores: changes.map(({ id, revision }) => ({ id, revision })),
            weekly: shared.weekly && [...shared.weekly],
            exceptions,
            ordinary_dates: [...(shared.ordinary_dates ?? [])],
          },
        })
      } catch (error) {
        if (!hasCode(error, 'record.changed')) throw error
        setSeen(stores)
        await awaitReload()
        return undefined
      }
      setTyped('')
      setWeek(OWN_WEEK)
      setTried(false)
      setSeen(undefined)
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
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {t('sharedHours.preview')}
      </Typography>
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
    </Panel>
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
