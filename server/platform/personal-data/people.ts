import { classes } from './classes.ts'

/** Users, how they sign in, where they were and what they reported. */
export const PEOPLE = classes({
  app_user: {
    kind: 'account',
    erased: 'values',
    told: {
      id: 'account.id',
      email: 'account.email',
      phone: 'account.phone',
      is_verified: 'account.is_verified',
      is_admin: 'account.is_admin',
      mails_receipts: 'account.mails_receipts',
      phone_unique_warning: 'account.phone_unique_warning',
      blocked_at: 'account.blocked_at',
      language_id: 'account.language',
      active_store_id: 'account.active_store',
      active_preorder_event_id: 'account.active_preorder_event_id',
      last_login_at: 'account.last_login',
      created_at: 'account.created_at',
    },
    // search_text is derived from the address and the number.
    untold: { search_text: 'machinery', removed_at: 'machinery' },
  },
  login_link: {
    kind: 'signIn',
    erased: 'rows',
    told: {
      created_at: 'login_links.created_at',
      expires_at: 'login_links.expires_at',
      used_at: 'login_links.used_at',
      code_tries: 'login_links.wrong_codes',
    },
    untold: {
      id: 'machinery',
      user_id: 'whose',
      link_sha256: 'secret',
      issued_ms: 'secret',
      code_hmac: 'secret',
      browser_sha256: 'secret',
    },
  },
  session: {
    kind: 'signIn',
    erased: 'rows',
    told: {
      created_at: 'sessions.created_at',
      last_seen_at: 'sessions.last_seen_at',
      expires_at: 'sessions.expires_at',
      passkey_confirmed_at: 'sessions.passkey_confirmed_at',
      browser: 'sessions.browser',
      system: 'sessions.system',
    },
    untold: { token_sha256: 'secret', user_id: 'whose' },
  },
  passkey: {
    kind: 'signIn',
    erased: 'rows',
    told: {
      name: 'passkeys.name',
      device_type: 'passkeys.device_type',
      is_backed_up: 'passkeys.is_backed_up',
      created_at: 'passkeys.created_at',
      last_used_at: 'passkeys.last_used_at',
    },
    untold: {
      id: 'machinery',
      user_id: 'whose',
      credential_id: 'secret',
      public_key: 'secret',
      counter: 'machinery',
      transports: 'machinery',
    },
  },
  // Deleted with their sessions.
  passkey_challenge: {
    kind: 'signIn',
    erased: 'rows',
    told: {},
    untold: { session_sha256: 'whose', purpose: 'machinery', challenge_sha256: 'secret', expires_at: 'machinery' },
  },
  removal_code: {
    kind: 'signIn',
    erased: 'rows',
    told: {
      created_at: 'removal_codes.created_at',
      expires_at: 'removal_codes.expires_at',
      wrong_tries: 'removal_codes.wrong_codes',
    },
    untold: { user_id: 'whose', code_hmac: 'secret' },
  },
  rate_limit: {
    kind: 'misuse',
    erased: 'rows',
    told: {},
    untold: { key: 'secret', points: 'machinery', expires_at: 'machinery' },
  },
  phone_verification: {
    kind: 'phone',
    erased: 'rows',
    told: {
      phone: 'phone_codes.phone',
      created_at: 'phone_codes.created_at',
      expires_at: 'phone_codes.expires_at',
      wrong_tries: 'phone_codes.wrong_codes',
    },
    untold: { user_id: 'whose', code_hmac: 'secret' },
  },
  // A number is stored as its keyed hash, which outlives the account for as long as the wait does.
  sms_cooldown: {
    kind: 'misuse',
    erased: 'values',
    told: { kind: 'sms_waits.of', sent_count: 'sms_waits.sent', cooldown_until: 'sms_waits.until' },
    untold: { key: 'whose' },
  },
  // A blocked number stays blocked, as its keyed hash.
  blocked_phone: {
    kind: 'misuse',
    erased: 'values',
    told: { phone: 'blocked_phones.phone', created_at: 'blocked_phones.created_at' },
    untold: { user_id: 'whose' },
  },
  visit: {
    kind: 'visits',
    erased: 'rows',
    told: { store_id: 'visits.store', created_at: 'visits.at', door_codes: 'visits.door_codes' },
    untold: { id: 'machinery', user_id: 'whose' },
  },
  unknown_code_report: {
    kind: 'reports',
    erased: 'rows',
    told: {
      store_id: 'unknown_codes.store',
      code: 'unknown_codes.code',
      reports: 'unknown_codes.times',
      first_at: 'unknown_codes.first_at',
      last_at: 'unknown_codes.last_at',
    },
    untold: { user_id: 'whose' },
  },
  // Only where no real email is sent.
  development_mail: {
    kind: 'messages',
    erased: 'rows',
    told: {
      channel: 'messages.channel',
      recipient: 'messages.to',
      subject: 'messages.subject',
      created_at: 'messages.at',
    },
    // They may contain links and codes that are still valid.
    untold: { id: 'machinery', text: 'secret', html: 'secret' },
  },
  saved_view: {
    kind: 'work',
    erased: 'values',
    told: {
      list: 'saved_views.list',
      name: 'saved_views.name',
      query: 'saved_views.query',
      is_shared: 'saved_views.is_shared',
      created_at: 'saved_views.created_at',
    },
    untold: { id: 'machinery', user_id: 'whose' },
    cut: ['query', 'name'],
  },
  saved_view_place: {
    kind: 'work',
    erased: 'rows',
    told: {},
    untold: { user_id: 'whose', saved_view_id: 'machinery', place: 'machinery' },
  },
  audit_entry: {
    kind: 'work',
    erased: 'values',
    told: {
      action: 'changes_of_account.action',
      changes: 'changes_of_account.changes',
      reason: 'changes_of_account.reason',
      created_at: 'changes_of_account.at',
    },
    untold: { id: 'machinery', kind: 'machinery', record_id: 'whose', user_id: 'others' },
    cut: ['reason'],
    by: { user_id: 'created_at' },
  },
  // The audit log contains the same. After an erasure the keyed hash of the address stays only where a block or a taken right
  // would otherwise end.
  access_change: {
    kind: 'misuse',
    erased: 'values',
    told: {},
    untold: {
      number: 'machinery',
      id: 'machinery',
      what: 'machinery',
      user_id: 'whose',
      user_created_at: 'machinery',
      about: 'secret',
      made_at: 'machinery',
    },
  },
  // Only an id that no longer belongs to an account.
  erased_user: {
    kind: 'account',
    erased: 'kept',
    told: {},
    untold: { user_id: 'machinery', user_created_at: 'machinery', erased_at: 'machinery', asked_by: 'machinery' },
  },
})
