import type { AdminStore, LockInput } from '#contract/stores/admin-stores.ts'
import type { PlainSettings } from '#domain/adapter-settings.ts'
import {
  isLockProvider,
  LOCK_SETTING_NAMES,
  LOCKS,
  type LockProvider,
  type LockSettingName,
} from '#domain/stores/locks/lock-providers.ts'
import { STORE_FIELDS } from '#domain/stores/store-fields.ts'
import { readTimeOfDay } from '#domain/zoned-time.ts'
import { enteredSettings } from '#web/kit/forms/adapter-fields.tsx'
import { newTypedRecord, recordIn, type TypedRecord, typedRecord } from '#web/kit/forms/record-fields.ts'

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** The fields of an ordinary week: the opening hours, and those in which someone is in the store. */
export type WeekName = 'hours' | 'staffed'
/** Days that differ from it. */
export type ExceptionsName = 'exceptions' | 'staffed_exceptions'

type HoursFields<Name extends WeekName = WeekName> = {
  [Field in `${Name}.${Weekday}.${'opens' | 'closes'}`]: string
} & {
  [Field in `${Name}.${Weekday}.open`]: boolean
}

export const NO_LOCK = 'none'

/** The settings of every kind of lock, as typed: those of another kind stay while the admin compares. */
type LockSettings = { [Field in `lock.${LockSettingName}`]: string }

/** A store as typed. */
export type StoreFormValues = HoursFields &
  LockSettings &
  TypedRecord<typeof STORE_FIELDS> & {
    /** Rows in the format of `exceptionRows`: a form's values are flat. */
    exceptions: string
    staffed_exceptions: string
    lock: LockProvider | typeof NO_LOCK
    /** For a new store: all, none, or another store's id. */
    offer: string
  }

/** A day with special hours, as typed. */
export type ExceptionRow = {
  date: string
  isClosed: boolean
  /** Of several stores: the day becomes an ordinary one. */
  isUsual?: boolean
  opens: string
  closes: string
}

export const exceptionRows = (typed: string): ExceptionRow[] =>
  // Only `typedExceptions` writes this value.
  typed === '' ? [] : (JSON.parse(typed) as ExceptionRow[])

export const typedExceptions = (rows: readonly ExceptionRow[]): string =>
  rows.length === 0 ? '' : JSON.stringify(rows)

const USUAL_HOURS = { opens: '08:00', closes: '20:00' }

const toHours = <Name extends WeekName>(name: Name, weekly: AdminStore['weekly']): HoursFields<Name> =>
  // Contains each field once for each weekday.
  Object.assign(
    {},
    ...WEEKDAYS.map(weekday => {
      const day = weekly.find(each => each.weekday === weekday)
      return {
        [`${name}.${weekday}.open`]: day !== undefined,
        [`${name}.${weekday}.opens`]: day?.opens_at ?? '',
        [`${name}.${weekday}.closes`]: day?.closes_at ?? '',
      }
    }),
  ) as HoursFields<Name>

/** The initial values of a new store. */
export const newFormValues = (hasTestPayment: boolean): StoreFormValues => ({
  ...toHours(
    'hours',
    WEEKDAYS.map(weekday => ({ weekday, opens_at: USUAL_HOURS.opens, closes_at: USUAL_HOURS.closes })),
  ),
  ...toHours('staffed', []),
  ...newTypedRecord(STORE_FIELDS),
  payment_mode: hasTestPayment ? 'test' : 'terminal',
  exceptions: '',
  staffed_exceptions: '',
  lock: NO_LOCK,
  ...toLockSettings({}),
  offer: 'all',
})

const toLock = (store: AdminStore) =>
  store.lock && isLockProvider(store.lock.provider) ? store.lock.provider : NO_LOCK

const toLockSettings = (settings: PlainSettings): LockSettings =>
  // Contains each setting once; secrets are empty.
  Object.fromEntries(LOCK_SETTING_NAMES.map(name => [`lock.${name}`, settings[name] ?? ''])) as LockSettings

const toExceptionText = (exceptions: AdminStore['exceptions']) =>
  typedExceptions(
    exceptions.map(({ date, opens_at: opens, closes_at: closes }) => ({
      date,
      isClosed: opens === null,
      opens: opens ?? '',
      closes: closes ?? '',
    })),
  )

/** A store as the form's values. */
export const toFormValues = (store: AdminStore): StoreFormValues => ({
  ...toHours('hours', store.weekly),
  ...toHours('staffed', store.staffed_weekly),
  ...typedRecord(STORE_FIELDS, { ...store, ...(store.location ?? { latitude: null, longitude: null }) }),
  exceptions: toExceptionText(store.exceptions),
  staffed_exceptions: toExceptionText(store.staffed_exceptions),
  lock: toLock(store),
  ...toLockSettings(store.lock?.settings ?? {}),
  offer: 'all',
})

/** The initial values of a copy: the store's hours and settings, but not its name, place and door. */
export const copyValues = (store: AdminStore): StoreFormValues => ({
  ...toFormValues(store),
  name: '',
  address: '',
  latitude: '',
  longitude: '',
  published: false,
  lock: NO_LOCK,
  ...toLockSettings({}),
  offer: String(store.id),
})

/** A time in the contract's format; an invalid one stays unchanged, and is reported before sending. */
const parseTime = (text: string) => readTimeOfDay(text) ?? text.trim()

export const lockField = (name: string) => `lock.${name}` as const

/** The entered settings of the chosen lock. */
export const enteredLock = (draft: StoreFormValues, provider: LockProvider) =>
  // Each setting has a value.
  enteredSettings(LOCKS[provider].settings, name => draft[lockField(name) as keyof LockSettings])

const toLockInput = (draft: StoreFormValues): LockInput =>
  draft.lock === NO_LOCK ? null : { provider: draft.lock, settings: enteredLock(draft, draft.lock) }

export const toWeekly = (draft: StoreFormValues, name: WeekName = 'hours') =>
  WEEKDAYS.filter(weekday => draft[`${name}.${weekday}.open`]).map(weekday => ({
    weekday,
    opens_at: parseTime(draft[`${name}.${weekday}.opens`]),
    closes_at: parseTime(draft[`${name}.${weekday}.closes`]),
  }))

export const toExceptions = (
  draft: Partial<Pick<StoreFormValues, ExceptionsName>>,
  name: ExceptionsName = 'exceptions',
) =>
  exceptionRows(draft[name] ?? '').map(({ date, isClosed, opens, closes }) => ({
    date,
    opens_at: isClosed ? null : parseTime(opens),
    closes_at: isClosed ? null : parseTime(closes),
  }))

/** The draft in the contract's shape. Invalid coordinates are NaN: check the draft's problems first. */
export function toInput(draft: StoreFormValues) {
  const { latitude, longitude, ...plain } = recordIn(STORE_FIELDS, draft)
  return {
    ...plain,
    location: latitude === null || longitude === null ? null : { latitude, longitude },
    weekly: toWeekly(draft),
    exceptions: toExceptions(draft),
    staffed_weekly: toWeekly(draft, 'staffed'),
    staffed_exceptions: toExceptions(draft, 'staffed_exceptions'),
    lock: toLockInput(draft),
  }
}

export const toOffer = ({ offer }: StoreFormValues) =>
  offer === 'all' || offer === 'none' ? offer : { same_as_store_id: Number(offer) }
