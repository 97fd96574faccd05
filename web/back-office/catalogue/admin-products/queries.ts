import { useQuery } from '@tanstack/react-query'
import { settings } from '#contract/administration/settings.ts'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { suppliers } from '#contract/catalogue/suppliers.ts'
import type { Answer } from '#contract/endpoint.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { vatClassName } from '#web/kit/i18n/vat-class-name.ts'
import type { SelectOption } from '#web/kit/ui/inputs/select-input.tsx'

/** The VAT classes with today's rates, as options of a field or filter. */
export function useVatOptions(): readonly SelectOption[] | undefined {
  const { t } = useTranslation()
  const { data } = useQuery(queryFor(adminProducts.vatClasses))
  return data?.map(({ id, name, vat }) => {
    const rate = vat === null ? '–\u00a0%' : percentText(vat)
    return { value: String(id), label: `${rate} · ${vatClassName(name, t)}` }
  })
}

type VatClass = Answer<typeof adminProducts.vatClasses>[number]

/** The class of most goods of a small store; undefined in a shop without it. */
export const findFoodClass = (classes: readonly VatClass[]): VatClass | undefined =>
  classes.find(({ name }) => name === 'food')

/** What a new product begins with: the VAT class of food, and the supplier of a shop with one. Undefined until loaded. */
export function useNewChoices(): { vat_class_id: string; supplier_id: string } | undefined {
  const { data: classes } = useQuery(queryFor(adminProducts.vatClasses))
  const { data: found } = useQuery(queryFor(suppliers.list, { query: { size: 2, sort: 'name' } }))
  if (!classes || !found) return undefined
  const [only, another] = found.items
  return { vat_class_id: idText(findFoodClass(classes)), supplier_id: idText(another ? undefined : only) }
}

const idText = (record: { id: number } | undefined) => (record ? String(record.id) : '')

/** Where a new product goes in the shoppers' list: after all others. Undefined until loaded. */
export function useNextPlace(): number | undefined {
  const query = { sort: '-sort_order', size: 1 }
  const { data } = useQuery({ ...queryFor(adminProducts.list, { query }), meta: { handlesOwnError: true } })
  const last = data?.items[0]?.sort_order ?? 0
  return data && Math.min(last + 10, PRODUCT_FIELDS.sort_order.max)
}

/** The shop's label layouts; undefined until loaded. */
export const useLabelLayouts = () => useQuery(queryFor(settings.barcodes)).data?.layouts
