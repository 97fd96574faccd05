import { percentText } from '#domain/percent-text.ts'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { adminProducts } from '#contract/admin-products.ts'
import { settings } from '#contract/settings.ts'
import { queryOf } from '#web/api/query-of.ts'
import type { SelectOption } from '#web/ui/select-input.tsx'

// The classes that a shop begins with; one that was added has the name that it was given.
export const KNOWN_VAT_CLASSES = ['food', 'general', 'periodicals', 'zero'] as const

export function vatClassName(name: string, t: TFunction): string {
  const known = KNOWN_VAT_CLASSES.find(each => each === name)
  return known ? t(`productForm.vatNames.${known}`) : name
}

/** The VAT classes with their rates today, as options of a field or filter. */
export function useVatOptions(): readonly SelectOption[] | undefined {
  const { t } = useTranslation()
  const { data } = useQuery(queryOf(adminProducts.vatClasses))
  return data?.map(({ id, name, vat }) => {
    const rate = vat === null ? '–\u00a0%' : percentText(vat)
    return { value: String(id), label: `${rate} · ${vatClassName(name, t)}` }
  })
}

/** How the shop reads labels; undefined until it is known. */
export const useLabelLayouts = () => useQuery(queryOf(settings.barcodes)).data?.layouts
