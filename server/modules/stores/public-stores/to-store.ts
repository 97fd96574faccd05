import type { Store } from '#contract/stores/stores.ts'
import { openingState } from '#domain/stores/opening-hours.ts'
import type { StoreWithHours } from './queries.ts'

/** A row as the API shows it at a moment. */
export function toStore(row: StoreWithHours, now: Date): Store {
  const { weekly, exceptions, always_open: alwaysOpen, time_zone: timeZone } = row
  const state = openingState({ weekly, exceptions, alwaysOpen, timeZone, now })
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    location: { latitude: row.latitude, longitude: row.longitude },
    opens_at: state.opensAt ?? null,
    closes_at: state.closesAt ?? null,
    // One that will close for an exception in the coming days is not said to be always open.
    always_open: alwaysOpen && state.open && state.opensAt === undefined && state.nextChange === undefined,
    is_open: state.open,
    changes_at: state.nextChange ?? null,
    time_zone: timeZone,
    has_lock: row.lock_provider !== null,
    enable_preorders: row.enable_preorders,
    test_payment: row.payment_mode === 'test',
    sells_age_restricted: row.sells_age_restricted,
  }
}
