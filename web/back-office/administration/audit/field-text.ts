import type { Translate } from '#web/kit/i18n/translate.ts'
import { weekdayName } from '#domain/format/day-names.ts'
import { readField } from './changed-fields.ts'
import { dateOrText } from './date-or-text.ts'
import { languageName } from './language-name.ts'
import type { Told } from './value-text.ts'

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
