import { nonPersonal, personalData } from '#server/platform/personal-data/register.ts'

/** Stores; who visited them, and who got a code for the door. */
export const STORES_PERSONAL_DATA = personalData({
  store: nonPersonal([
    'id',
    'name',
    'address',
    'phone',
    'latitude',
    'longitude',
    'time_zone',
    'always_open',
    'published',
    'enable_preorders',
    'payment_mode',
    'lock_provider',
    'sells_age_restricted',
    'food_languages',
    'catalogue_version',
    'created_at',
    'revision',
    'archived_at',
    'lock_settings_sealed',
    'keypad_key_number',
    'keypad_key_secret',
    'needs_terms',
    'clock_since',
    'clock_day',
  ]),
  store_past_clock: nonPersonal(['store_id', 'since', 'until', 'time_zone', 'first_day']),
  store_hours: nonPersonal(['store_id', 'weekday', 'opens_at', 'closes_at']),
  store_hours_exception: nonPersonal(['store_id', 'date', 'opens_at', 'closes_at']),
  visit: {
    kind: 'visits',
    erased: 'rows',
    exported: { store_id: 'visits.store', created_at: 'visits.at', door_codes: 'visits.door_codes' },
    notExported: { id: 'technical', user_id: 'ownerKey' },
  },
  // A valid code ends at once; its row is deleted once the lock no longer has it, which is queried by a name that reveals
  // nothing.
  door_code: {
    kind: 'doorCodes',
    erased: 'values',
    exported: {
      store_id: 'door_codes.store',
      state: 'door_codes.state',
      created_at: 'door_codes.created_at',
      expires_at: 'door_codes.expires_at',
    },
    notExported: {
      id: 'technical',
      user_id: 'ownerKey',
      provider: 'technical',
      lock_name: 'technical',
      why: 'technical',
      code_sealed: 'secret',
      due_at: 'technical',
    },
  },
})
