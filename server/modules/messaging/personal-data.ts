import { nonPersonal, personalData } from '#server/platform/personal-data/register.ts'

/** Devices and what they received. */
export const MESSAGING_PERSONAL_DATA = personalData({
  message: nonPersonal(
    [
      'id',
      'client_key',
      'content_sha256',
      'language_id',
      'translation_of',
      'title',
      'text',
      'url',
      'state',
      'send_at',
      'sent_at',
      'devices',
      'store_ids',
      'cancelled_at',
      'user_id',
      'created_at',
    ],
    { user_id: 'created_at' },
  ),
  push_device: {
    kind: 'devices',
    erased: 'rows',
    exported: {
      platform: 'devices.platform',
      language_id: 'devices.language',
      wants_notifications: 'devices.wants_notifications',
      wants_promotions: 'devices.wants_promotions',
      created_at: 'devices.created_at',
      updated_at: 'devices.updated_at',
    },
    // With the address anyone can send to the device.
    notExported: {
      id: 'technical',
      user_id: 'ownerKey',
      session_sha256: 'secret',
      address: 'secret',
      p256dh: 'secret',
      auth: 'secret',
      content_encoding: 'technical',
    },
  },
  // A notification to one person is deleted; one to everyone stays.
  push_notification: {
    kind: 'devices',
    erased: 'rows',
    exported: {
      type: 'notifications.type',
      title: 'notifications.title',
      body: 'notifications.body',
      url: 'notifications.url',
      created_at: 'notifications.at',
    },
    notExported: {
      id: 'technical',
      language_id: 'technical',
      message_id: 'technical',
      reference: 'technical',
      expires_at: 'technical',
      delivered_count: 'technical',
      failed_count: 'technical',
    },
  },
})
