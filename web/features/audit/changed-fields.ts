/** Fields with a name in words; others are shown under the name that the trail has for them. */
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
] as const
type NamedField = (typeof NAMED_FIELDS)[number]

const isNamed = (field: string): field is NamedField => NAMED_FIELDS.some(name => name === field)

/** `names.fi`: the field, and what of it changed, such as a language. */
export function readField(field: string): { name: NamedField | undefined; rest: string } {
  const [first = '', ...rest] = field.split('.')
  return isNamed(first) ? { name: first, rest: rest.join('.') } : { name: undefined, rest: field }
}
