import { percentText } from '#domain/percent-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/texts/use-translation.tsx'
import { adminProducts } from '#contract/admin-products.ts'
import { settings } from '#contract/settings.ts'
import { queryOf } from '#web/api/query-of.ts'
import { vatClassName } from '#web/features/products/vat-class-name.ts'
import type { SelectOption } from '#web/ui/select-input.tsx'

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
