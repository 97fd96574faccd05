import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { SELLER_PARTS, type SellerPart } from '#contract/administration/seller.ts'
import { type AdminStore, adminStores } from '#contract/stores/admin-stores.ts'
import { LOCKS } from '#domain/stores/locks/lock-providers.ts'
import { STORE_FIELDS } from '#domain/stores/store-fields.ts'
import { STORE_PROBLEMS, type StoreProblem, storeProblems } from '#domain/stores/store-form.ts'
import type { Fields } from '#domain/three-way-merge.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import { settingProblems } from '#web/kit/forms/adapter-fields.tsx'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'
import { groupIn, problemsAmong, recordIn } from '#web/kit/forms/record-fields.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import {
  enteredLock,
  lockField,
  NO_LOCK,
  toFormValues,
  type ExceptionRow,
  type ExceptionsName,
  exceptionRows,
  toInput,
  toOffer,
  type StoreFormValues,
  typedExceptions,
  WEEKDAYS,
} from './store-form-values.ts'

type StoreFormOptions = {
  /** The initial values; the same object until newer data is loaded. */
  values: StoreFormValues
  /** The edited store; without it a new one is created. */
  store?: AdminStore | undefined
  /** Called with a new store; without it, the store's page opens. */
  onCreated?: (store: AdminStore) => void
}

const toFormState = (store: AdminStore) => ({ values: toFormValues(store), revision: store.revision })

/** Caches a saved store, so that its page shows it at once. */
export function useCacheStore() {
  const cache = useQueryClient()
  return (store: AdminStore) =>
    cache.setQueryData(queryKey(adminStores.get, { params: { id: String(store.id) } }), store)
}

/** The form of a store, and its saving. */
export function useStoreForm({ values, store, onCreated }: StoreFormOptions) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cacheStore = useCacheStore()
  const [missing, setMissing] = useState<readonly SellerPart[]>([])
  const send = (draft: StoreFormValues, revision: number | undefined) =>
    store && revision !== undefined
      ? callApi(adminStores.update, { params: { id: store.id }, body: { ...toInput(draft), revision } })
      : callApi(adminStores.create, { body: { ...toInput(draft), offer: toOffer(draft) } })
  const form = useRecordForm<StoreFormValues, AdminStore>({
    values,
    revision: store?.revision,
    merging: STORE_MERGING,
    check: draft => formProblems(draft, t),
    save: async (draft, revision) => {
      setMissing([])
      try {
        return await send(draft, revision)
      } catch (error) {
        if (hasCode(error, 'store.sellerMissing')) setMissing(getMissingParts(error.body['missing']))
        throw error
      }
    },
    read: toFormState,
    describe: problems => describeProblems(problems, t),
    onSaved: saved => {
      cacheStore(saved)
      if (onCreated) onCreated(saved)
      else if (!store) void navigate(`${PATHS.stores}/${saved.id}/edit`, { replace: true })
    },
  })
  return { ...form, sellerMissing: missing }
}

const getMissingParts = (problems: unknown): SellerPart[] =>
  SELLER_PARTS.filter(part => Array.isArray(problems) && problems.some(each => each === part))

export type StoreFormControl = ReturnType<typeof useStoreForm>

const EXCEPTION_FIELDS = ['exceptions', 'staffed_exceptions'] as const

/** Each day with special hours becomes a separate field; a day that is typed twice keeps both rows. */
function splitFields({ exceptions, staffed_exceptions, ...rest }: StoreFormValues): Fields {
  const fields: Record<string, string | boolean> = { ...rest }
  const typed = { exceptions, staffed_exceptions }
  for (const name of EXCEPTION_FIELDS)
    for (const row of exceptionRows(typed[name])) {
      let field = `${name}.${row.date}`
      while (fields[field] !== undefined) field += '+'
      fields[field] = typedExceptions([row])
    }
  return fields
}

function joinRows(fields: Fields, name: ExceptionsName): string {
  const rows = Object.entries(fields).flatMap(([field, value]): ExceptionRow[] =>
    field.startsWith(`${name}.`) && typeof value === 'string' ? exceptionRows(value) : [],
  )
  return typedExceptions(rows.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date))))
}

function joinFields(fields: Fields): StoreFormValues {
  const isRow = (field: string) => EXCEPTION_FIELDS.some(name => field.startsWith(`${name}.`))
  const rest = Object.fromEntries(Object.entries(fields).filter(([field]) => !isRow(field)))
  const rows = Object.fromEntries(EXCEPTION_FIELDS.map(name => [name, joinRows(fields, name)]))
  // Everything but the rows is as `splitFields` left it.
  return { ...rest, ...rows } as StoreFormValues
}

const plainGroup = groupIn(STORE_FIELDS)

/** A weekday's hours are merged as one unit, and a lock with its settings. */
function getGroup(field: string): string {
  if (field.startsWith('lock.')) return 'lock'
  return getDay(field) ?? plainGroup(field)
}

export const STORE_MERGING: MergeShape<StoreFormValues> = { getGroup, split: splitFields, join: joinFields }

/** A weekday's problem is shown at its first field, those of exceptions all at one field. */
function toFieldName(field: string): string {
  const exceptions = EXCEPTION_FIELDS.find(name => field.startsWith(name))
  if (exceptions) return exceptions
  if (getDay(field) !== undefined) return `${field}.opens`
  return field
}

export const problemText = ({ problem, count }: StoreProblem, t: Translate): string =>
  problem === 'phone' ? t('forms.phoneWrong') : t(`storeForm.problems.${problem}`, { count: count ?? 0 })

const toFormProblem = (t: Translate, problem: StoreProblem): FormProblem => ({
  field: toFieldName(problem.field),
  text: problemText(problem, t),
})

const timesOrClosed = ({ opens_at, closes_at }: { opens_at: string | null; closes_at: string | null }) => ({
  opensAt: opens_at,
  closesAt: closes_at,
})

/** The problems of a draft, as the rules name them. */
export function foundIn(draft: StoreFormValues): StoreProblem[] {
  const { location: _whole, weekly, exceptions, staffed_weekly, staffed_exceptions, ...plain } = toInput(draft)
  // Apart, since half of a position is a mistake.
  const { latitude, longitude } = recordIn(STORE_FIELDS, draft)
  return storeProblems({
    ...plain,
    latitude,
    longitude,
    weekly: weekly.map(toWeekday),
    exceptions: exceptions.map(toException),
    staffedWeekly: staffed_weekly.map(toWeekday),
    staffedExceptions: staffed_exceptions.map(toException),
  })
}

type StoreInput = ReturnType<typeof toInput>

const toWeekday = (day: StoreInput['weekly'][number]) => ({
  weekday: day.weekday,
  opensAt: day.opens_at,
  closesAt: day.closes_at,
})

// Both empty would mean closed, which the form expresses by `isClosed`.
export const toException = (day: StoreInput['exceptions'][number]) => ({
  date: day.date,
  ...timesOrClosed(day),
  ...(day.opens_at === '' && { opensAt: '?' }),
})

/** The empty times and days; reported before problems of their format. */
function missingIn(draft: StoreFormValues): string[] {
  const fields = (['hours', 'staffed'] as const).flatMap(name =>
    WEEKDAYS.filter(weekday => draft[`${name}.${weekday}.open`])
      .flatMap(weekday => [`${name}.${weekday}.opens` as const, `${name}.${weekday}.closes` as const])
      .filter(field => draft[field].trim() === ''),
  )
  const dayless = EXCEPTION_FIELDS.filter(name => exceptionRows(draft[name]).some(({ date }) => date.trim() === ''))
  return [...fields, ...dayless]
}

const lockProblems = (draft: StoreFormValues, t: Translate): FormProblem[] =>
  draft.lock === NO_LOCK
    ? []
    : settingProblems(
        LOCKS[draft.lock].settings,
        { entered: enteredLock(draft, draft.lock), areSecretsStored: true },
        t,
      ).map(({ field, text }) => ({
        field: lockField(field),
        text,
      }))

const getDay = (field: string) => /^(?:hours|staffed)\.\d/.exec(field)?.[0]

/** At most one problem per field, as texts. */
export function formProblems(draft: StoreFormValues, t: Translate): FormProblem[] {
  const missing = missingIn(draft)
  const isMissing = ({ field }: FormProblem) =>
    missing.some(each => each === field || (getDay(each) !== undefined && getDay(each) === getDay(field)))
  const all = [
    ...missing.map(field => ({ field, text: t('form.requiredField') })),
    ...foundIn(draft)
      .map(problem => toFormProblem(t, problem))
      .filter(found => !isMissing(found)),
    ...lockProblems(draft, t),
  ]
  return all.filter((one, index) => all.findIndex(({ field }) => field === one.field) === index)
}

/** The `problems` of a form.invalid. */
export const describeProblems = (problems: unknown, t: Translate): FormProblem[] =>
  problemsAmong<StoreProblem>(problems, STORE_PROBLEMS).map(problem => toFormProblem(t, problem))
