import { nonPersonal, personalData } from './register.ts'

/** Tables that the platform writes: sessions, settings, the audit log, the mailbox of a shop in development. */
export const PLATFORM_PERSONAL_DATA = personalData({
  language: nonPersonal(['id', 'code', 'name', 'position', 'is_hidden']),
  setting: nonPersonal(['name', 'value', 'revision']),
  // Contact details of a company.
  operator: nonPersonal(['id', 'name', 'business_id', 'address', 'email', 'phone', 'revision']),
  terms_version: nonPersonal(['id', 'texts', 'published_at']),
  installation_secret: nonPersonal(['name', 'value']),
  rate_limit: {
    kind: 'misuse',
    erased: 'rows',
    exported: {},
    notExported: { key: 'secret', points: 'technical', expires_at: 'technical' },
  },
  session: {
    kind: 'signIn',
    erased: 'rows',
    exported: {
      created_at: 'sessions.created_at',
      last_seen_at: 'sessions.last_seen_at',
      expires_at: 'sessions.expires_at',
      passkey_confirmed_at: 'sessions.passkey_confirmed_at',
      browser: 'sessions.browser',
      system: 'sessions.system',
    },
    notExported: { token_sha256: 'secret', user_id: 'ownerKey' },
  },
  // Only where no real email is sent.
  development_mail: {
    kind: 'messages',
    erased: 'rows',
    exported: {
      channel: 'messages.channel',
      recipient: 'messages.to',
      subject: 'messages.subject',
      created_at: 'messages.at',
    },
    // They may contain links and codes that are still valid.
    notExported: { id: 'technical', text: 'secret', html: 'secret' },
  },
  // Emails and SMS to the person are deleted. A notification to everyone stays without its device.
  outbox_message: {
    kind: 'devices',
    erased: 'retained',
    exported: { state: 'notifications.state', sent_at: 'notifications.sent_at' },
    notExported: {
      id: 'technical',
      kind: 'technical',
      content_encrypted: 'secret',
      receipt_id: 'ownerKey',
      notification_id: 'technical',
      device_id: 'ownerKey',
      recall_buyer_id: 'ownerKey',
      reason: 'technical',
      tries: 'technical',
      urgent: 'technical',
      due_at: 'technical',
      lease_until: 'technical',
      expires_at: 'technical',
      created_at: 'technical',
    },
  },
  // Without number, text or user: once the code has ended, nothing leads from the reference to a person.
  sms_delivery: nonPersonal(['reference', 'gateway', 'state', 'reason', 'accepted_at', 'reported_at']),
  shop_milestone: nonPersonal(['name', 'reached_at', 'subject']),
  order_event: {
    kind: 'purchases',
    erased: 'unpaid',
    exported: {
      from_status: 'orders.events.from',
      to_status: 'orders.events.to',
      actor: 'orders.events.by',
      kind: 'orders.events.kind',
      outcome: 'orders.events.outcome',
      reason: 'orders.events.reason',
      created_at: 'orders.events.at',
    },
    notExported: {
      id: 'technical',
      order_id: 'ownerKey',
      user_id: 'otherPerson',
      // The export lists the order's payments and refunds.
      attempt_id: 'technical',
      refund_id: 'technical',
    },
    cut: ['reason'],
    staffActions: { user_id: 'created_at' },
  },
  audit_entry: {
    kind: 'work',
    erased: 'values',
    exported: {
      action: 'account_changes.action',
      changes: 'account_changes.changes',
      reason: 'account_changes.reason',
      created_at: 'account_changes.at',
    },
    notExported: { id: 'technical', kind: 'technical', record_id: 'ownerKey', user_id: 'otherPerson' },
    cut: ['reason'],
    staffActions: { user_id: 'created_at' },
  },
  audit_chain: nonPersonal(['id', 'entry_id', 'salt', 'reason_sha256', 'chain_sha256']),
  // The audit log contains the same. After an erasure the keyed hash of the address stays only where a block or a taken right
  // would otherwise end.
  access_change: {
    kind: 'misuse',
    erased: 'values',
    exported: {},
    notExported: {
      number: 'technical',
      id: 'technical',
      kind: 'technical',
      user_id: 'ownerKey',
      user_created_at: 'technical',
      subject: 'secret',
      right_kind: 'technical',
      right_store_id: 'technical',
      changed_at: 'technical',
    },
  },
})
