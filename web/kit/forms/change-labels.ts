import type { Fields } from '#domain/three-way-merge.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import type { FieldChange } from './merge-values.ts'

export type FieldLabels = {
  /** The name of a field or a group of fields. */
  labelOf: (field: string) => string
  /** A value as text where it is not readable itself, such as an id; undefined leaves it unchanged. */
  show?: ((field: string, value: string | boolean) => string | undefined) | undefined
}

/** The label of a changed field or group, and its versions as text. */
export function changeLabels({ field, mine, theirs }: FieldChange, { labelOf, show }: FieldLabels, t: Translate) {
  const names = Object.keys({ ...mine, ...theirs })
  const [only = field] = names
  const one = (name: string, value: string | boolean) =>
    show?.(name, value) ?? (typeof value === 'boolean' ? t(value ? 'forms.yes' : 'forms.no') : value || '–')
  const words = (version: Fields): string => {
    const values = Object.entries(version)
    if (values.length === 0) return t('forms.notThere')
    if (names.length === 1) return values.map(([name, value]) => one(name, value)).join('')
    return values
      .map(([name, value]) => t('forms.valueOf', { field: labelOf(name), value: one(name, value) }))
      .join(' · ')
  }
  return { label: labelOf(names.length === 1 ? only : field), mine: words(mine), theirs: words(theirs) }
}
