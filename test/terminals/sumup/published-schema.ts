import { z } from 'zod'

/**
 * What the vendor publishes about the Cloud API, in our words: fields, patterns and lengths of `openapi.json` of sumup/sumup-ts (June
 * 2026). Fields that it has and Puoti never sends are left out, so that sending one fails a test.
 */
const money = z.strictObject({ value: z.int().min(1), currency: z.literal('EUR'), minor_unit: z.literal(2) })

export const checkoutRequest = z.strictObject({
  total_amount: money,
  affiliate: z.strictObject({
    app_id: z.string().min(1),
    key: z.string().min(1),
    foreign_transaction_id: z.string().min(1),
  }),
  description: z.string().optional(),
})

export const pairRequest = z.strictObject({
  pairing_code: z.string().min(8).max(9),
  name: z.string().max(500),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

/** Of the vendor's reference pages of November 2026, which its document and package lack. */
const menuLock = z.strictObject({
  enabled: z.boolean().optional(),
  passcode: z
    .string()
    .regex(/^[0-9]{4}$/)
    .optional(),
})
export const settings = z.strictObject({ data: z.strictObject({ menu_lock: menuLock }) })
export const settingsRequest = z.strictObject({
  menu_lock: menuLock.refine(({ enabled, passcode }) => enabled !== undefined || passcode !== undefined),
})
export const settingsResponse = settings.extend({ status: z.literal('applied') })

/** Major units. */
export const refundRequest = z.strictObject({ amount: z.number().positive().multipleOf(0.01) })
export const terminateRequest = z.strictObject({})

export const reader = z.strictObject({
  id: z.string().length(30),
  name: z.string().max(500),
  status: z.enum(['unknown', 'processing', 'paired', 'expired']),
  device: z.strictObject({ identifier: z.string(), model: z.enum(['solo', 'virtual-solo']) }),
  metadata: z.record(z.string(), z.unknown()).optional(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export const statusResponse = z.strictObject({
  data: z.strictObject({
    status: z.enum(['ONLINE', 'OFFLINE']),
    state: z.enum(['IDLE', 'WAITING_FOR_CARD', 'WAITING_FOR_PIN', 'UPDATING_FIRMWARE']).optional(),
    battery_level: z.number().min(0).max(100).optional(),
    connection_type: z.enum(['Wi-Fi', 'lte']).optional(),
    firmware_version: z.string().optional(),
    last_activity: z.iso.datetime().optional(),
  }),
})

export const checkoutResponse = z.strictObject({
  data: z.strictObject({
    checkout_id: z.uuid(),
    client_transaction_id: z.string(),
    reader_serial_number: z.string(),
    reader_firmware_version: z.string(),
    payment_type: z.literal('card'),
    payment_status: z.string().nullable(),
    payment_failure_reason: z.string().nullable(),
    card_type: z.enum(['credit', 'debit']).nullable(),
    installments: z.int().nullable(),
    status: z.enum(['pending', 'successful', 'failed', 'cancelled']),
    total_amount: money,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    valid_until: z.iso.datetime().nullable(),
  }),
})

export const transaction = z.strictObject({
  id: z.uuid(),
  transaction_code: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(['SUCCESSFUL', 'CANCELLED', 'FAILED', 'PENDING', 'REFUNDED']),
  timestamp: z.iso.datetime(),
  payment_type: z.literal('POS'),
  entry_mode: z.enum(['CONTACTLESS', 'CHIP', 'NONE']),
  merchant_code: z.string(),
  foreign_transaction_id: z.string(),
  client_transaction_id: z.string(),
  card: z.strictObject({ last_4_digits: z.string().length(4), type: z.enum(['VISA', 'MASTERCARD']) }).optional(),
})
