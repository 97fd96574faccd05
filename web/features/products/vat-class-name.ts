import type { TFunction } from 'i18next'

// The classes that a shop begins with; one that was added has the name that it was given.
export const KNOWN_VAT_CLASSES = ['food', 'general', 'periodicals', 'zero'] as const

export function vatClassName(name: string, t: TFunction): string {
  const known = KNOWN_VAT_CLASSES.find(each => each === name)
  return known ? t(`productForm.vatNames.${known}`) : name
}
