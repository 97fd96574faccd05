import type { AdminStore, StoreInput } from '#contract/stores/admin-stores.ts'
import type { Facts } from '#domain/field-changes.ts'

type Shown = Omit<StoreInput, 'lock'>
type Lock = Pick<NonNullable<AdminStore['lock']>, 'provider' | 'smartlock_id'> | null

const spanText = (opens: string | null, closes: string | null) => (opens && closes ? `${opens}–${closes}` : 'closed')

/** A store as the trail compares it: hours by their days, so that one day that changes is one field. */
export function storeFacts({ weekly, exceptions, ...form }: Shown, lock: Lock): Facts {
  return {
    ...form,
    hours: Object.fromEntries(weekly.map(day => [day.weekday, spanText(day.opens_at, day.closes_at)])),
    exceptions: Object.fromEntries(exceptions.map(day => [day.date, spanText(day.opens_at, day.closes_at)])),
    lock: { provider: lock?.provider ?? null, smartlock_id: lock?.smartlock_id ?? null },
  }
}
