/** HH:mm; `weekday` from Monday, 1. An absent weekday is closed. */
type OpenWeekday = { weekday: number; opens_at: string; closes_at: string }
/** Both times null: closed that day. */
type SpecialDay = { date: string; opens_at: string | null; closes_at: string | null }

/** The hours of a store, as an admin sees them. */
export type HoursOfStore = {
  always_open: boolean
  weekly: readonly OpenWeekday[]
  exceptions: readonly SpecialDay[]
}

/** The special days of stores from a date on, earliest first, each with the stores that have it. Undefined hours: closed that day. */
export function listSpecialDays<Store extends HoursOfStore>(stores: readonly Store[], from: string) {
  const days = stores.flatMap(({ exceptions }) => exceptions.map(({ date }) => date)).filter(date => date >= from)
  return [...new Set(days)].toSorted().map(date => {
    const having = stores.flatMap(store => {
      const special = store.exceptions.find(each => each.date === date)
      return special ? [{ store, hours: toSpan(special) }] : []
    })
    const spans = Map.groupBy(having, ({ hours }) => (hours ? `${hours.opens_at}–${hours.closes_at}` : undefined))
    return { date, hours: [...spans].map(([span, group]) => ({ span, stores: group.map(({ store }) => store) })) }
  })
}

/**
 * Hours for several stores at once. Null `weekly`: each store's own week stays. Special days are added, or replace those of their date;
 * on `ordinary_dates`, the stores have none any more.
 */
export type SharedHours = {
  weekly: readonly OpenWeekday[] | null
  exceptions: readonly SpecialDay[]
  ordinary_dates?: readonly string[] | undefined
}

/** What changes in a store on a weekday, or on a date. Null: closed; undefined: an ordinary day. */
export type HoursChange = { day: number | string; from: Span | null | undefined; to: Span | null | undefined }
type Span = { opens_at: string; closes_at: string }

/** The hours of a store after the change. Its special days on other dates stay; the week of a store that is always open has no effect. */
export function withSharedHours(
  store: HoursOfStore,
  { weekly, exceptions, ordinary_dates: ordinary = [] }: SharedHours,
) {
  const dates = new Set([...ordinary, ...exceptions.map(({ date }) => date)])
  return {
    weekly: [...(weekly === null || store.always_open ? store.weekly : weekly)].toSorted(
      (one, other) => one.weekday - other.weekday,
    ),
    exceptions: [...store.exceptions.filter(({ date }) => !dates.has(date)), ...exceptions].toSorted((one, other) =>
      one.date < other.date ? -1 : 1,
    ),
  }
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

const toSpan = (day: { opens_at: string | null; closes_at: string | null } | undefined): Span | null =>
  day?.opens_at && day.closes_at ? { opens_at: day.opens_at, closes_at: day.closes_at } : null

const isSame = (one: Span | null | undefined, other: Span | null | undefined) =>
  one?.opens_at === other?.opens_at &&
  one?.closes_at === other?.closes_at &&
  (one === undefined) === (other === undefined)

/** What the change would change in a store: weekdays first, then dates. Nothing: the store has these hours already. */
export function listHoursChanges(store: HoursOfStore, shared: SharedHours): HoursChange[] {
  const after = withSharedHours(store, shared)
  const weekdays = WEEKDAYS.map((day): HoursChange => {
    const find = (weekly: HoursOfStore['weekly']) => toSpan(weekly.find(({ weekday }) => weekday === day))
    return { day, from: find(store.weekly), to: find(after.weekly) }
  })
  const changed = [...shared.exceptions.map(({ date }) => date), ...(shared.ordinary_dates ?? [])]
  const dates = [...new Set(changed)].toSorted().map((day): HoursChange => {
    const find = (exceptions: HoursOfStore['exceptions']) => {
      const special = exceptions.find(({ date }) => date === day)
      return special && toSpan(special)
    }
    return { day, from: find(store.exceptions), to: find(after.exceptions) }
  })
  return [...weekdays, ...dates].filter(({ from, to }) => !isSame(from, to))
}
