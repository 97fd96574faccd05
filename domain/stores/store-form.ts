import { isDay } from '#domain/format/iso-day.ts'
import { E164 } from '#domain/format/phone-format.ts'
import { namesOfKind, type NamesOf } from '#domain/record-fields.ts'
import { readTimeOfDay } from '#domain/zoned-time.ts'
import { isLatitude, isLongitude } from './coordinates.ts'
import type { HoursException, WeekdayHours } from './opening-hours.ts'
import { STORE_FIELDS, type StoreRecord } from './store-fields.ts'

/** The problems of a field of a store's form; the web has a text for each. */
export const STORE_PROBLEMS = [
  'required',
  'tooLong',
  'latitude',
  'longitude',
  'phone',
  'timeZone',
  'time',
  'date',
  'repeated',
  'tooMany',
  'unknown',
  'notHere',
  'secretNeeded',
  /** A terminal’s key would be sent unencrypted over a network that is not configured for this. */
  'unprotected',
] as const

export type StoreProblem = {
  field: string
  problem: (typeof STORE_PROBLEMS)[number]
  /** For `tooLong` and `tooMany`: the maximum. */
  count?: number
}

/** A store as an admin types it. */
export type StoreForm = Pick<StoreRecord, NamesOf<typeof STORE_FIELDS, 'text' | 'phone' | 'degrees'>> & {
  weekly: readonly WeekdayHours[]
  exceptions: readonly HoursException[]
  /** When someone is in the store. */
  staffedWeekly: readonly WeekdayHours[]
  staffedExceptions: readonly HoursException[]
}

export const MAX_EXCEPTIONS = 200

/** Only names: PostgreSQL and JavaScript interpret an offset such as +03:00 with opposite signs. */
export const isTimeZone = (name: string): boolean => name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name)

/** A time zone has a rule of its own. */
const TEXT_FIELDS = namesOfKind(STORE_FIELDS, 'text').filter(name => name !== 'time_zone')

const PHONE_FIELDS = namesOfKind(STORE_FIELDS, 'phone')

/**
 * All problems of a form, in the order of its fields. Hours are named `hours.1`, `exceptions.2026-12-24`,
 * those in which someone is there `staffed.1`, `staffed_exceptions.2026-12-24`.
 */
export function storeProblems(form: StoreForm): StoreProblem[] {
  return [
    ...TEXT_FIELDS.flatMap(name => optionalTextProblems(name, form[name])),
    ...PHONE_FIELDS.flatMap(name => phoneProblems(name, form[name])),
    ...placeProblems(form),
    ...(isTimeZone(form.time_zone) ? [] : toStoreProblems('time_zone', 'timeZone')),
    ...weeklyProblems('hours', form.weekly),
    ...exceptionProblems('exceptions', form.exceptions),
    ...weeklyProblems('staffed', form.staffedWeekly),
    ...exceptionProblems('staffed_exceptions', form.staffedExceptions),
  ]
}

/** The problems of the opening hours only. */
export const hoursProblems = ({ weekly, exceptions }: Pick<StoreForm, 'weekly' | 'exceptions'>): StoreProblem[] => [
  ...weeklyProblems('hours', weekly),
  ...exceptionProblems('exceptions', exceptions),
]

const optionalTextProblems = (name: (typeof TEXT_FIELDS)[number], text: string | null) =>
  text === null ? [] : textProblems(name, text)

/** A position is optional, but half of one is a mistake. */
function placeProblems({ latitude, longitude }: StoreForm): StoreProblem[] {
  if (latitude === null && longitude === null) return []
  return [
    ...coordinateProblems('latitude', latitude, isLatitude),
    ...coordinateProblems('longitude', longitude, isLongitude),
  ]
}

type CoordinateField = 'latitude' | 'longitude'

function coordinateProblems(field: CoordinateField, degrees: number | null, isValid: (degrees: number) => boolean) {
  if (degrees === null) return toStoreProblems(field, 'required')
  return isValid(degrees) ? [] : toStoreProblems(field, field)
}

const toStoreProblems = (field: string, what: StoreProblem['problem']): StoreProblem[] => [{ field, problem: what }]

function textProblems(field: (typeof TEXT_FIELDS)[number], text: string): StoreProblem[] {
  const length = text.trim().length
  if (length === 0) return toStoreProblems(field, 'required')
  const { maxLength } = STORE_FIELDS[field]
  return length > maxLength ? [{ field, problem: 'tooLong', count: maxLength }] : []
}

const phoneProblems = (field: string, phone: string | null) =>
  phone === null || E164.test(phone) ? [] : toStoreProblems(field, 'phone')

/** 24:00 is only valid as an end. */
const isTime = (time: string, isEnd: boolean) => readTimeOfDay(time) === time && (isEnd || time !== '24:00')

const isSpan = (opensAt: string, closesAt: string) => isTime(opensAt, false) && isTime(closesAt, true)

function weeklyProblems(name: 'hours' | 'staffed', weekly: readonly WeekdayHours[]): StoreProblem[] {
  return weekly.flatMap(({ weekday, opensAt, closesAt }, index) => {
    const field = `${name}.${weekday}`
    if (!isSpan(opensAt, closesAt)) return toStoreProblems(field, 'time')
    return weekly.findIndex(other => other.weekday === weekday) < index ? toStoreProblems(field, 'repeated') : []
  })
}

type ExceptionsName = 'exceptions' | 'staffed_exceptions'

function exceptionProblems(name: ExceptionsName, exceptions: readonly HoursException[]): StoreProblem[] {
  if (exceptions.length > MAX_EXCEPTIONS) return [{ field: name, problem: 'tooMany', count: MAX_EXCEPTIONS }]
  return exceptions.flatMap(({ date, opensAt, closesAt }, index) => {
    const field = `${name}.${date}`
    if (!isDay(date)) return toStoreProblems(field, 'date')
    if (exceptions.findIndex(other => other.date === date) < index) return toStoreProblems(field, 'repeated')
    const isClosed = !opensAt && !closesAt
    return isClosed || isSpan(opensAt ?? '', closesAt ?? '') ? [] : toStoreProblems(field, 'time')
  })
}
