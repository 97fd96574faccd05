import * as z from 'zod/mini'
import { labelLayouts } from '#contract/catalogue/scale-label-layouts.ts'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { listQuery, pageSchema } from '#contract/lists.ts'
import { limitedSchemas, recordSchemas } from '#contract/record-schemas.ts'
import { email, freeText, id, instant, languageCode, lineText, revision, reason } from '#contract/values.ts'
import { OPERATOR_FIELDS, withHyphens } from '#domain/administration/operator-fields.ts'
import { SMS_GATEWAY_NAMES } from '#domain/messaging/carriers/sms-gateways.ts'
import { RETENTION_FIELDS } from '#domain/operations/retention-periods.ts'
import { FREE_SUM_LIMITS } from '#domain/payments/free-sum-limits.ts'

export const operatorSettings = z.object({
  revision,
  name: z.string(),
  business_id: z.string(),
  /** The configured country, two letters: business ids of Finland are checked when they change. */
  country: z.nullable(z.string()),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
})
export type OperatorSettings = z.output<typeof operatorSettings>

/** Longer terms would not be read in a dialog. */
export const MAX_PARAGRAPHS = 200
const terms = z.strictObject({
  title: lineText.check(z.minLength(1), z.maxLength(200)),
  paragraphs: z
    .array(freeText.check(z.minLength(1), z.maxLength(5000)))
    .check(z.minLength(1), z.maxLength(MAX_PARAGRAPHS)),
})
const termsTexts = z.strictObject({ en: terms, fi: terms, sv: terms })
export const termsVersion = z.object({ id, texts: termsTexts, published_at: instant })
export type TermsVersion = z.output<typeof termsVersion>

const languageSettings = z.object({
  revision,
  languages: z.array(z.object({ id, code: languageCode, name: z.string(), is_hidden: z.boolean() })),
})
export type LanguageSettings = z.output<typeof languageSettings>

const retentionFields = recordSchemas(RETENTION_FIELDS)
const retentionSettings = z.object({ revision, ...retentionFields })
export type RetentionSettings = z.output<typeof retentionSettings>

const freeSumLimits = limitedSchemas(FREE_SUM_LIMITS)
const freeSumLimitSettings = z.object({ revision, ...freeSumLimits })
export type FreeSumLimitSettings = z.output<typeof freeSumLimitSettings>

const barcodeSettings = z.object({ revision, layouts: labelLayouts })
export type BarcodeSettings = z.output<typeof barcodeSettings>

/** `kind`: the transport of the messages. Addresses and keys never leave the server. */
const outboxState = z.object({
  kind: z.enum(['smtp', 'gateway', 'mailbox']),
  /** Messages to be sent, including failed ones that are retried. */
  waiting: z.int(),
  failing: z.int(),
  /** Messages that failed for good in the last day. */
  undeliverable: z.int(),
  oldest_seconds: z.int(),
  /** The code of the last failure, such as ECONNREFUSED; never its message, which may contain addresses. */
  reason: z.nullable(z.string()),
})
export type OutboxHealth = z.output<typeof outboxState>

/** What the gateways report about the messages of the last 24 hours. Null: none of them sends reports, or none could reach the shop. */
const smsDeliveries = z.object({
  accepted: z.int(),
  delivered: z.int(),
  failed: z.int(),
  /** Nothing final after ten minutes. */
  unreported: z.int(),
  /** Of the newest ones, since the last that was delivered. */
  consecutive_failures: z.int(),
  /** The gateway and its code. */
  last_failure: z.nullable(z.object({ at: instant, reason: z.string() })),
})
const smsState = z.extend(outboxState, {
  /** In the order in which they are used. */
  gateways: z.array(z.enum(SMS_GATEWAY_NAMES)),
  /** Null: the gateway has its own. */
  sender: z.nullable(z.string()),
  /** `needless`: nothing has to be authorised. `missing`: no admin has confirmed it. */
  sender_authorisation: z.enum(['needless', 'confirmed', 'missing']),
  deliveries: z.nullable(smsDeliveries),
})
export type SmsHealth = z.output<typeof smsState>
export const DISK_NAMES = ['database', 'backups'] as const
export const healthState = z.object({
  mail: outboxState,
  sms: smsState,
  database: z.object({
    version: z.string(),
    size_bytes: z.number(),
    response_ms: z.number(),
    is_embedded: z.boolean(),
  }),
  /** Names of the invariants of money and stock that some rows break. */
  violated_invariants: z.array(z.string()),
  /** The disks that the server can measure. */
  disks: z.array(z.object({ name: z.enum(DISK_NAMES), free_bytes: z.number(), total_bytes: z.number() })),
  /** The database has no room for new rows. */
  is_disk_full: z.boolean(),
  /** The address of a proxy that forwarded this request and is not listed in PUOTI_TRUSTED_PROXIES. */
  untrusted_proxy: z.nullable(z.string()),
})
export type Health = z.output<typeof healthState>

const savingErrors = [...CHANGED_BY_ADMINS, 'record.changed'] as const

export const settings = {
  operator: endpoint({
    method: 'GET',
    path: 'admin/settings/operator',
    description: 'The company that runs the stores, as receipts show it.',
    access: 'admin',
    reads: ['company'],
    answer: operatorSettings,
    errors: FOR_ADMINS,
  }),
  saveOperator: endpoint({
    method: 'PUT',
    path: 'admin/settings/operator',
    description: 'Saves who runs the stores: name, business ID and contact details, as receipts and notices show them.',
    access: 'admin',
    touches: ['company', 'auditLog'],
    body: z.strictObject({
      revision,
      name: lineText.check(z.minLength(1), z.maxLength(OPERATOR_FIELDS.name.maxLength)),
      business_id: lineText.check(z.overwrite(withHyphens), z.maxLength(OPERATOR_FIELDS.business_id.maxLength)),
      address: lineText.check(z.maxLength(OPERATOR_FIELDS.address.maxLength)),
      email: z.union([z.literal(''), email]),
      phone: lineText.check(z.maxLength(OPERATOR_FIELDS.phone.maxLength)),
      reason,
    }),
    answer: operatorSettings,
    errors: [...savingErrors, 'form.invalid'],
  }),
  terms: endpoint({
    method: 'GET',
    path: 'admin/settings/terms',
    description: 'The terms of purchase as they were published, the newest first.',
    access: 'admin',
    reads: ['company'],
    query: listQuery(['id'], {}),
    answer: pageSchema(termsVersion),
    errors: FOR_ADMINS,
  }),
  publishTerms: endpoint({
    method: 'POST',
    path: 'admin/settings/terms',
    description:
      'Publishes new terms in every language; later orders accept them. `based_on`: the newest version that the admin saw.',
    access: 'admin',
    touches: ['company', 'auditLog'],
    body: z.strictObject({ based_on: z.nullable(id), texts: termsTexts, reason }),
    answer: termsVersion,
    errors: savingErrors,
  }),
  languages: endpoint({
    method: 'GET',
    path: 'admin/settings/languages',
    description: 'All languages in order, including hidden ones.',
    access: 'admin',
    reads: ['languages'],
    answer: languageSettings,
    errors: FOR_ADMINS,
  }),
  saveLanguages: endpoint({
    method: 'PUT',
    path: 'admin/settings/languages',
    description: 'Sets the order of the languages and which are hidden; the first visible one is the fallback.',
    access: 'admin',
    touches: ['languages', 'auditLog'],
    body: z.strictObject({
      revision,
      languages: z.array(z.strictObject({ id, is_hidden: z.boolean() })).check(z.maxLength(20)),
      reason,
    }),
    answer: languageSettings,
    errors: [...savingErrors, 'languages.none'],
  }),
  retention: endpoint({
    method: 'GET',
    path: 'admin/settings/retention',
    description: 'How long personal data is kept.',
    access: 'admin',
    reads: ['settings'],
    answer: retentionSettings,
    errors: FOR_ADMINS,
  }),
  saveRetention: endpoint({
    method: 'PUT',
    path: 'admin/settings/retention',
    description: 'Sets how long personal data is kept. Applies from the next clean-up, which runs every ten minutes.',
    access: 'admin',
    // An admin's unattended browser must not let the clean-up erase people.
    needsFreshPasskey: true,
    touches: ['settings', 'auditLog'],
    body: z.strictObject({ revision, ...retentionFields, reason }),
    answer: retentionSettings,
    errors: savingErrors,
  }),
  freeSumLimits: endpoint({
    method: 'GET',
    path: 'admin/settings/free-sum-limits',
    description: 'How much a person may refund in free sums on a day, by right. Admins have no limit.',
    access: 'admin',
    reads: ['settings'],
    answer: freeSumLimitSettings,
    errors: FOR_ADMINS,
  }),
  saveFreeSumLimits: endpoint({
    method: 'PUT',
    path: 'admin/settings/free-sum-limits',
    description: 'Sets how much a person may refund in free sums on a day. 0: none.',
    access: 'admin',
    touches: ['settings', 'adminOrders', 'auditLog'],
    body: z.strictObject({ revision, ...freeSumLimits, reason }),
    answer: freeSumLimitSettings,
    errors: savingErrors,
  }),
  barcodes: endpoint({
    method: 'GET',
    path: 'admin/settings/barcodes',
    description: 'How price labels encode a weight or a price.',
    access: 'admin',
    reads: ['settings'],
    answer: barcodeSettings,
    errors: FOR_ADMINS,
  }),
  saveBarcodes: endpoint({
    method: 'PUT',
    path: 'admin/settings/barcodes',
    description:
      'Sets how price labels encode a weight or a price. Refused with `problems` if products would lose their codes or share one.',
    access: 'admin',
    touches: ['settings', 'products', 'auditLog'],
    body: z.strictObject({ ...barcodeSettings.shape, reason }),
    answer: barcodeSettings,
    errors: [...savingErrors, 'form.invalid'],
  }),
  health: endpoint({
    method: 'GET',
    path: 'admin/settings/health',
    description: 'The state of email, SMS and the database.',
    access: 'admin',
    reads: ['home'],
    answer: healthState,
    errors: FOR_ADMINS,
  }),
}
