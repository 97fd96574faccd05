import type { AdminStore, LockInput } from '#contract/stores/admin-stores.ts'
import { degreesText, readDegrees } from '#domain/stores/coordinates.ts'
import { readTimeOfDay } from '#domain/time-of-day.ts'

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof WEEKDAYS)[number]

type Hours = { [Field in `hours.${Weekday}.${'opens' | 'closes'}`]: string } & {
  [Field in `hours.${Weekday}.open`]: boolean
}

export const LOCKS = ['none', 'rotating', 'nuki'] as const
export type LockKind = (typeof LOCKS)[number]

/** A store as it is typed. */
export type StoreDraft = Hours & {
  name: string
  address: string
  latitude: string
  longitude: string
  time_zone: string
  always_open: boolean
  /** Rows as `exceptionRows` reads them: a form's values are flat. */
  exceptions: string
  published: boolean
  enable_preorders: boolean
  sells_age_restricted: boolean
  payment_mode: 'test' | 'terminal'
  lock: LockKind
  smartlock_id: string
  api_token: string
  /** Of a new store: all, none, or another store's id. */
  offer: string
}

/** A day with other hours, as it is typed. */
export interface ExceptionRow {
  date: string
  isClosed: boolean
  opens: string
  closes: string
}

export const exceptionRows = (typed: string): ExceptionRow[] =>
  // Written by `typedExceptions` alone.
  typed === '' ? [] : (JSON.parse(typed) as ExceptionRow[])

export const typedExceptions = (rows: readonly ExceptionRow[]): string =>
  rows.length === 0 ? '' : JSON.stringify(rows)

const USUAL = { opens: '08:00', closes: '20:00' }

const hoursOf = (weekly: AdminStore['weekly']): Hours =>
  // One of each field for each weekday.
  Object.assign(
    {},
    ...WEEKDAYS.map(weekday => {
      const day = weekly.find(each => each.weekday === weekday)
      return {
        [`hours.${weekday}.open`]: day !== undefined,
        [`hours.${weekday}.opens`]: day?.opens_at ?? '',
        [`hours.${weekday}.closes`]: day?.closes_at ?? '',
      }
    }),
  ) as Hours

/** What a new store begins from. */
export const newDraft = (hasTestPayment: boolean): StoreDraft => ({
  ...hoursOf(WEEKDAYS.map(weekday => ({ weekday, opens_at: USUAL.opens, closes_at: USUAL.closes }))),
  name: '',
  address: '',
  latitude: '',
  longitude: '',
  time_zone: 'Europe/Helsinki',
  always_open: false,
  exceptions: '',
  published: false,
  enable_preorders: false,
  sells_age_restricted: false,
  payment_mode: hasTestPayment ? 'test' : 'terminal',
  lock: 'none',
  smartlock_id: '',
  api_token: '',
  offer: 'all',
})

const lockKind = (provider: string | undefined): LockKind => LOCKS.find(lock => lock === provider) ?? 'none'

/** A store as the form shows it. */
export const draftOf = (store: AdminStore): StoreDraft => ({
  ...hoursOf(store.weekly),
  name: store.name,
  address: store.address,
  latitude: degreesText(store.location.latitude),
  longitude: degreesText(store.location.longitude),
  time_zone: store.time_zone,
  always_open: store.always_open,
  exceptions: typedExceptions(
    store.exceptions.map(({ date, opens_at: opens, closes_at: closes }) => ({
      date,
      isClosed: opens === null,
      opens: opens ?? '',
      closes: closes ?? '',
    })),
  ),
  published: store.published,
  enable_preorders: store.enable_preorders,
  sells_age_restricted: store.sells_age_restricted,
  payment_mode: store.payment_mode,
  lock: lockKind(store.lock?.provider),
  smartlock_id: store.lock?.smartlock_id ?? '',
  api_token: '',
  offer: 'all',
})

/** What another store begins from: its hours and ways, but not its name, its place and its door. */
export const copyOf = (store: AdminStore): StoreDraft => ({
  ...draftOf(store),
  name: '',
  address: '',
  latitude: '',
  longitude: '',
  published: false,
  lock: 'none',
  smartlock_id: '',
  offer: String(store.id),
})

/** A time as the contract takes it; what is none stays as it is, and is told of before it is sent. */
const timeOf = (text: string) => readTimeOfDay(text) ?? text.trim()

function lockOf({ lock, smartlock_id, api_token }: StoreDraft): LockInput {
  if (lock === 'none') return null
  if (lock === 'rotating') return { provider: 'rotating' }
  const token = api_token.trim()
  return { provider: 'nuki', smartlock_id: smartlock_id.trim(), ...(token !== '' && { api_token: token }) }
}

export const weeklyOf = (draft: StoreDraft) =>
  WEEKDAYS.filter(weekday => draft[`hours.${weekday}.open`]).map(weekday => ({
    weekday,
    opens_at: timeOf(draft[`hours.${weekday}.opens`]),
    closes_at: timeOf(draft[`hours.${weekday}.closes`]),
  }))

export const exceptionsOf = (draft: StoreDraft) =>
  exceptionRows(draft.exceptions).map(({ date, isClosed, opens, closes }) => ({
    date,
    opens_at: isClosed ? null : timeOf(opens),
    closes_at: isClosed ? null : timeOf(closes),
  }))

/** What is typed as the contract takes it. Coordinates that are none are NaN: what is wrong is asked for first. */
export const inputOf = (draft: StoreDraft) => ({
  name: draft.name.trim(),
  address: draft.address.trim(),
  location: {
    latitude: readDegrees(draft.latitude) ?? Number.NaN,
    longitude: readDegrees(draft.longitude) ?? Number.NaN,
  },
  time_zone: draft.time_zone,
  always_open: draft.always_open,
  weekly: weeklyOf(draft),
  exceptions: exceptionsOf(draft),
  published: draft.published,
  enable_preorders: draft.enable_preorders,
  sells_age_restricted: draft.sells_age_restricted,
  payment_mode: draft.payment_mode,
  lock: lockOf(draft),
})

export const offerOf = ({ offer }: StoreDraft) =>
  offer === 'all' || offer === 'none' ? offer : { as_store: Number(offer) }
