import type { AuditEntry } from '#contract/administration/audit-log.ts'
import { STORE_RIGHTS } from '#domain/accounts/store-rights.ts'
import { FOOD_NAMES } from '#domain/catalogue/food-information.ts'
import { GROUP_FIELDS } from '#domain/catalogue/group-fields.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { SUPPLIER_FIELDS } from '#domain/catalogue/supplier-fields.ts'
import { weekdayName } from '#domain/format/day-names.ts'
import { MESSAGE_FIELDS } from '#domain/messaging/message-fields.ts'
import { EVENT_FIELDS } from '#domain/preorders/event-fields.ts'
import { isFieldName } from '#domain/record-fields.ts'
import { findLockSetting } from '#domain/stores/locks/lock-providers.ts'
import { STORE_FIELDS } from '#domain/stores/store-fields.ts'
import { adapterText } from '#web/kit/i18n/adapter-text.ts'
import { terminalFieldLabel } from '#web/kit/i18n/terminal-texts.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import {
  dateOrText,
  isPhotoField,
  languageName,
  nameText,
  type NamedEntry,
  photoPlaces,
  valueText,
} from './value-text.ts'

/** The name of a removed record, if its changes contain it. */
function nameBefore({ changes }: Pick<AuditEntry, 'changes'>): string | undefined {
  const nameChange = changes.find(
    ({ field, from }) => /^(?:name|names\.(?:fi|en|sv)|title)$/.test(field) && from !== null,
  )
  return typeof nameChange?.from === 'string' ? nameChange.from : undefined
}

/** Texts for audit log entries: the record, the fields and their values. */
export function useChangeLabels() {
  const { t, i18n } = useTranslation()
  const language = i18n.resolvedLanguage ?? 'en'
  return {
    changeTexts: (entry: Pick<AuditEntry, 'kind' | 'names' | 'changes'>) =>
      entry.changes.map(({ field, from, to }) => ({
        field,
        name: fieldText(field, { entry, t, language }),
        from: valueText(from, { entry, field }, t),
        to: valueText(to, { entry, field }, t),
        ...(isPhotoField(field) && photoPlaces(from, to, t)),
      })),
    recordText: (entry: Pick<AuditEntry, 'kind' | 'record_id' | 'name' | 'changes'>) => {
      const { kind, record_id: id } = entry
      const record = `${t(`audit.kinds.${kind}`)} ${id}`
      const name = nameText(kind, entry.name ?? nameBefore(entry), t)
      return name === undefined ? record : `${record}: ${name}`
    },
  }
}

/** Parts of a field that have a translated name. */
export const FIELD_PARTS = [
  'offered',
  'alarm_limit',
  'latitude',
  'longitude',
  'provider',
  'fingerprint',
  'store_id',
  'orders',
  ...STORE_RIGHTS,
] as const

/** Fields whose parts are settings of a payment terminal. */
const SETTING_GROUPS = ['settings', 'fingerprints']

const OF_ID: Readonly<Record<string, string>> = {
  stores: 'store',
  products: 'product',
  counted: 'product',
  purchase_prices: 'supplier',
}

/** What a markdown rule is for: all goods, a group or a product. */
function markdownTarget(part: string, { entry: { names }, t }: Pick<FieldPlace, 'entry' | 't'>): string {
  const [kind, id] = part.split(' ')
  if (kind === 'all') return t('stock.allGoods')
  const group = kind === 'group' ? names[`productGroup.${id}`] : undefined
  return group === undefined ? (names[`product.${id}`] ?? part) : t('stock.goodsOfGroup', { name: group })
}

function partText(part: string, { field, entry, t, language }: FieldPlace): string {
  const foodName = field === 'food' && FOOD_NAMES.find(each => each === part)
  if (foodName) return t(`foodForm.fields.${foodName}`)
  const presence = part === 'contains' ? 'contains' : part === 'may_contain' && 'mayContain'
  if (presence) return t(`foodForm.${presence}`)
  const terminalField = SETTING_GROUPS.includes(field) && terminalFieldLabel(part, t)
  if (terminalField) return terminalField
  const lockSetting = field === 'lock' && findLockSetting(part)
  if (lockSetting) return adapterText(lockSetting.label)
  if (field === 'markdowns') return markdownTarget(part, { entry, t })
  const fieldPart = FIELD_PARTS.find(each => each === part)
  if (fieldPart) return t(`audit.parts.${fieldPart}`)
  if (field.endsWith('hours') && /^[1-7]$/.test(part)) return weekdayName(Number(part), language)
  const reference = entry.names[`${OF_ID[field]}.${part}`]
  if (reference !== undefined) return reference
  return field === 'sales_by_rate' ? `${part.replace('.', ',')} %` : languageName(dateOrText(part))
}

type FieldPlace = { field: string; entry: NamedEntry; t: Translate; language: string }

/** The label of a field in its record's form. */
function formLabel(field: string, { entry: { kind }, t }: Omit<FieldPlace, 'field'>): string | undefined {
  if (kind === 'productGroup' && isFieldName(GROUP_FIELDS, field)) return t(`groups.fields.${field}`)
  if (kind === 'product' && isFieldName(PRODUCT_FIELDS, field)) return t(`productForm.fields.${field}`)
  if (kind === 'supplier' && isFieldName(SUPPLIER_FIELDS, field)) return t(`suppliers.fields.${field}`)
  if (kind === 'preorder_event' && isFieldName(EVENT_FIELDS, field)) return t(`eventForm.fields.${field}`)
  if (kind === 'message' && isFieldName(MESSAGE_FIELDS, field)) return t(`messages.fields.${field}`)
  return kind === 'store' && isFieldName(STORE_FIELDS, field) ? t(`storeForm.fields.${field}`) : undefined
}

/** The name of a changed field with its changed part: Name (Suomi), Stores (Teijo, on the shelf). */
export function fieldText(path: string, place: Omit<FieldPlace, 'field'>): string {
  const [field = '', ...parts] = path.split('.')
  const isOfGroup = place.entry.kind === 'productGroup' && field === 'hidden'
  const label = isNamed(field) && !isOfGroup ? place.t(`audit.fields.${field}`) : formLabel(field, place)
  if (label === undefined) return path
  if (parts.length === 0) return label
  // A rate such as 13.5 contains a point.
  const inParts = field === 'sales_by_rate' ? [parts.join('.')] : parts
  // The first and the last day of a campaign.
  const separator = field === 'campaigns' ? '–' : ', '
  return `${label} (${inParts.map(part => partText(part, { ...place, field })).join(separator)})`
}

/**
 * Fields with a name of the audit log's own; others have their form's label, or are shown under their name in the audit log.
 */
export const NAMED_FIELDS = [
  'lots',
  'reasons',
  'sold_from',
  'sold_until',
  'ended',
  'sent_again',
  'name',
  'names',
  'descriptions',
  'price',
  'deposit',
  'ean13',
  'purchase_prices',
  'planned_prices',
  'markdowns',
  'campaigns',
  'supplier_id',
  'stores',
  'images',
  'food',
  'label_images',
  'payment_mode',
  'status',
  'payment',
  'refund',
  'free_sum',
  'keeper_daily',
  'address',
  'location',
  'hours',
  'exceptions',
  'staffed_hours',
  'staffed_exceptions',
  'published',
  'archived',
  'lock',
  'lock_settings',
  'keypad_key',
  'retired',
  'settings',
  'fingerprints',
  'provider',
  'day_sum',
  'day_note',
  'card',
  'other',
  'app',
  'clearing',
  'vat',
  'sales',
  'sales_by_rate',
  'free_sums',
  'is_admin',
  'rights',
  'is_blocked',
  'is_verified',
  'blocked_phones',
  'passkeys',
  'passkey_renamed',
  'sessions',
  'business_id',
  'email',
  'phone',
  'title',
  'version',
  'rates',
  'offered',
  'hidden',
  'layouts',
  'visit_days',
  'never_signed_in_hours',
  'mailbox_days',
  'unsaved_import_days',
  'bulk_change_days',
  'unpaid_order_days',
  'idle_account_years',
  'is_shown',
  'is_removed',
  'delivered',
  'event_id',
  'sent_to',
  'lines',
  'list',
  'query',
  'start_date',
  'end_date',
  'order_until',
  'products',
  'product_order',
  'per_shopper',
  'text',
  'url',
  'language_id',
  'send_at',
  'state',
  'counted',
  'withdrawal',
  'store_id',
] as const
const isNamed = (field: string): field is (typeof NAMED_FIELDS)[number] => NAMED_FIELDS.some(name => name === field)
