import { nonPersonal, personalData } from '#server/platform/personal-data/register.ts'

/** Users, how they sign in, and what limits misuse. */
export const ACCOUNTS_PERSONAL_DATA = personalData({
  app_user: {
    kind: 'account',
    erased: 'values',
    exported: {
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
    notExported: { search_text: 'technical', removed_at: 'technical' },
  },
  user_right: {
    kind: 'account',
    erased: 'rows',
    exported: { kind: 'rights.kind', store_id: 'rights.store', created_at: 'rights.created_at' },
    notExported: { id: 'technical', user_id: 'ownerKey' },
  },
  invitation: {
    kind: 'account',
    erased: 'rows',
    exported: {
      rights: 'invitations.rights',
      created_at: 'invitations.created_at',
      expires_at: 'invitations.expires_at',
      accepted_at: 'invitations.accepted_at',
      withdrawn_at: 'invitations.withdrawn_at',
    },
    notExported: {
      id: 'technical',
      email: 'ownerKey',
      language_id: 'technical',
      token_sha256: 'secret',
      invited_by: 'otherPerson',
      user_id: 'ownerKey',
    },
    staffActions: { invited_by: 'created_at' },
  },
  login_link: {
    kind: 'signIn',
    erased: 'rows',
    exported: {
      created_at: 'login_links.created_at',
      expires_at: 'login_links.expires_at',
      used_at: 'login_links.used_at',
      failed_code_attempts: 'login_links.failed_attempts',
    },
    notExported: {
      id: 'technical',
      user_id: 'ownerKey',
      link_sha256: 'secret',
      issued_ms: 'secret',
      code_hmac: 'secret',
      browser_sha256: 'secret',
    },
  },
  passkey: {
    kind: 'signIn',
    erased: 'rows',
    exported: {
      name: 'passkeys.name',
      device_type: 'passkeys.device_type',
      is_backed_up: 'passkeys.is_backed_up',
      created_at: 'passkeys.created_at',
      last_used_at: 'passkeys.last_used_at',
    },
    notExported: {
      id: 'technical',
      user_id: 'ownerKey',
      credential_id: 'secret',
      public_key: 'secret',
      counter: 'technical',
      transports: 'technical',
    },
  },
  disabled_session: {
    kind: 'signIn',
    erased: 'rows',
    exported: {},
    notExported: { token_sha256: 'secret', user_id: 'ownerKey', ended_at: 'technical' },
  },
  // Deleted with their sessions.
  passkey_challenge: {
    kind: 'signIn',
    erased: 'rows',
    exported: {},
    notExported: {
      session_sha256: 'ownerKey',
      purpose: 'technical',
      challenge_sha256: 'secret',
      expires_at: 'technical',
    },
  },
  removal_code: {
    kind: 'signIn',
    erased: 'rows',
    exported: {
      created_at: 'removal_codes.created_at',
      expires_at: 'removal_codes.expires_at',
      failed_attempts: 'removal_codes.failed_attempts',
    },
    notExported: { user_id: 'ownerKey', code_hmac: 'secret' },
  },
  phone_verification: {
    kind: 'phone',
    erased: 'rows',
    exported: {
      phone: 'phone_codes.phone',
      created_at: 'phone_codes.created_at',
      expires_at: 'phone_codes.expires_at',
      failed_attempts: 'phone_codes.failed_attempts',
    },
    notExported: { user_id: 'ownerKey', code_hmac: 'secret', sms_reference: 'technical' },
  },
  // A number is stored as its keyed hash, which outlives the account for as long as the wait does.
  sms_cooldown: {
    kind: 'misuse',
    erased: 'values',
    exported: { kind: 'sms_cooldowns.kind', sent_count: 'sms_cooldowns.sent', cooldown_until: 'sms_cooldowns.until' },
    notExported: { key: 'ownerKey' },
  },
  sms_code_hour: nonPersonal(['hour', 'sent', 'used']),
  // A blocked number stays blocked, as its keyed hash.
  blocked_phone: {
    kind: 'misuse',
    erased: 'values',
    exported: { phone: 'blocked_phones.phone', created_at: 'blocked_phones.created_at' },
    notExported: { user_id: 'ownerKey' },
  },
  // Only an id that no longer belongs to an account.
  erased_user: {
    kind: 'account',
    erased: 'retained',
    exported: {},
    notExported: {
      user_id: 'technical',
      user_created_at: 'technical',
      erased_at: 'technical',
      requested_by: 'technical',
    },
  },
})
