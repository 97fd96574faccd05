import { LANGUAGE_CODES } from '#contract/values.ts'
import { IMPORT_COLUMNS } from '#domain/catalogue/import-columns.ts'
import { i18n } from '#web/kit/i18n/speech.ts'

/** The column head of a form field; undefined for the row as a whole. */
export function fieldLabel(field: string): string | undefined {
  if (field === 'id') return undefined
  // A problem of all names is shown at the first of them.
  const named = field === 'names' ? 'names.fi' : field
  const column = Object.values(IMPORT_COLUMNS).find(each => each.field === named)
  return column?.heads[LANGUAGE_CODES.find(code => code === i18n.resolvedLanguage) ?? 'en'] ?? field
}
