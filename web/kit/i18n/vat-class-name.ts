import type { Translate } from '#web/kit/i18n/translate.ts'

// A shop's initial classes; a class that was added has its own name.
export const KNOWN_VAT_CLASSES = ['food', 'general', 'periodicals', 'zero'] as const

export function vatClassName(name: string, t: Translate): string {
  const vatClass = KNOWN_VAT_CLASSES.find(each => each === name)
  return vatClass ? t(`productForm.vatNames.${vatClass}`) : name
}
