import type { AuditEntry } from '#contract/administration/audit-log.ts'
import { weekdayName } from '#domain/format/day-names.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { dateOrText, languageName, nameText, type Told, valueText } from './value-text.ts'

/** The name of a removed record, if its changes contain it. */
function nameBefore({ changes }: Pick<AuditEntry, 'changes'>): string | undefined {
  const named = changes.find(({ field, from }) => /^(?:name|names\.(?:fi|en|sv)|title)$/.test(field) && from !== null)
  return typeof named?.from === 'string' ? named.from : undefined
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
  'smartlock_id',
  'store_id',
  'orders',
] as const

const OF_ID: Readonly<Record<string, string>> = { stores: 'store', products: 'product', counted: 'product' }

function partText(part: string, { field, entry, t, language }: FieldPlace): string {
  const known = FIELD_PARTS.find(each => each === part)
  if (known) return t(`audit.parts.${known}`)
  if (field === 'hours' && /^[1-7]$/.test(part)) return weekdayName(Number(part), language)
  const named = entry.names[`${OF_ID[field]}.${part}`]
  if (named !== undefined) return named
  return field === 'sales_by_rate' ? `${part.replace('.', ',')} %` : languageName(dateOrText(part))
}

type FieldPlace = { field: string; entry: Told; t: Translate; language: string }

/** The name of a changed field with its changed part: Name (Suomi), Stores (Teijo, on the shelf). */
export function fieldText(field: string, place: Omit<FieldPlace, 'field'>): string {
  const { name, rest } = readField(field)
  if (name === undefined) return rest
  const label = place.t(`audit.fields.${name}`)
  if (rest === '') return label
  // A rate such as 13.5 contains a point.
  const inParts = name === 'sales_by_rate' ? [rest] : rest.split('.')
  return `${label} (${inParts.map(part => partText(part, { ...place, field: name })).join(', ')})`
}

/** Fields with a translated name; others are shown under their name in the audit log. */
export const NAMED_FIELDS = [
  'name',
  'names',
  'descriptions',
  'price',
  'deposit',
  'vat_class_id',
  'unit',
  'content_quantity',
  'content_unit',
  'units_per_case',
  'product_code',
  'ean13',
  'eanCase',
  'prefix',
  'product_type',
  'product_code_type',
  'perishable',
  'least_age',
  'enabled',
  'supplier_id',
  'sort_order',
  'alarm_limit',
  'drawing',
  'stores',
  'images',
  'payment_mode',
  'status',
  'payment',
  'refund',
  'address',
  'location',
  'time_zone',
  'always_open',
  'hours',
  'exceptions',
  'published',
  'archived',
  'enable_preorders',
  'sells_age_restricted',
  'lock',
  'lock_settings',
  'keypad_key',
  'retired',
  'settings',
  'provider',
  'day_sum',
  'day_note',
  'card',
  'other',
  'clearing',
  'vat',
  'sales',
  'sales_by_rate',
  'is_admin',
  'is_blocked',
  'is_verified',
  'blocked_phones',
  'passkeys',
  'passkey_renamed',
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
type NamedField = (typeof NAMED_FIELDS)[number]

const isNamed = (field: string): field is NamedField => NAMED_FIELDS.some(name => name === field)

/** `names.fi`: the field and its changed part, such as a language. */
function readField(field: string): { name: NamedField | undefined; rest: string } {
  const [first = '', ...rest] = field.split('.')
  return isNamed(first) ? { name: first, rest: rest.join('.') } : { name: undefined, rest: field }
}
