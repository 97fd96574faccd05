import { classes } from './classes.ts'

/** How people are reached, and how they enter: devices, notifications and door codes. */
export const REACH = classes({
  push_device: {
    kind: 'devices',
    erased: 'rows',
    told: {
      platform: 'devices.platform',
      language_id: 'devices.language',
      wants_notifications: 'devices.wants_notifications',
      wants_promotions: 'devices.wants_promotions',
      created_at: 'devices.created_at',
      updated_at: 'devices.updated_at',
    },
    // With the address anyone can send to the device.
    untold: {
      id: 'machinery',
      user_id: 'whose',
      session_sha256: 'secret',
      address: 'secret',
      p256dh: 'secret',
      auth: 'secret',
      content_encoding: 'machinery',
    },
  },
  // A notification to one person is deleted; one to everyone stays.
  push_notification: {
    kind: 'devices',
    erased: 'rows',
    told: {
      type: 'notifications.type',
      title: 'notifications.title',
      body: 'notifications.body',
      url: 'notifications.url',
      created_at: 'notifications.at',
    },
    untold: {
      id: 'machinery',
      language_id: 'machinery',
      message_id: 'machinery',
      about: 'machinery',
      expires_at: 'machinery',
      delivered_count: 'machinery',
      failed_count: 'machinery',
    },
  },
  push_delivery: {
    kind: 'devices',
    erased: 'kept',
    told: { state: 'notifications.state', sent_at: 'notifications.sent_at' },
    untold: {
      id: 'machinery',
      notification_id: 'machinery',
      device_id: 'whose',
      reason: 'machinery',
      tries: 'machinery',
      urgent: 'machinery',
      due_at: 'machinery',
      lease_until: 'machinery',
    },
  },
  // A valid code ends at once; its row is deleted once the lock no longer has it, which is queried by a name that reveals
  // nothing.
  door_code: {
    kind: 'doorCodes',
    erased: 'values',
    told: {
      store_id: 'door_codes.store',
      state: 'door_codes.state',
      created_at: 'door_codes.created_at',
      expires_at: 'door_codes.expires_at',
    },
    untold: {
      id: 'machinery',
      user_id: 'whose',
      provider: 'machinery',
      lock_name: 'machinery',
      why: 'machinery',
      code_sealed: 'secret',
      due_at: 'machinery',
    },
  },
})
