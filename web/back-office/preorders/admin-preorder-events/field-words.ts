import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { PreorderEventItem } from '#contract/preorders/admin-preorder-events.ts'
import { EVENT_STATUSES } from '#domain/preorders/preorder-event.ts'
import { dayText } from '#domain/format/day-text.ts'
import { TEXT_FIELDS } from '#web/kit/forms/texts.ts'
import type { EventStore } from './queries.ts'

/** The fields whose labels are the texts eventForm.fields.<name>. */
export const EVENT_FIELDS = [
  'start_date',
  'end_date',
  'order_until',
  'order_until_time',
  'status',
  'product_order',
] as const

interface Known {
  stores: readonly EventStore[]
  items: readonly PreorderEventItem[]
}

/** Labels and readable values of fields, for showing two admins' versions side by side. */
export function useFieldWords({ stores, items }: Known) {
  const { t } = useTranslation()
  const productName = (id: string) => items.find(each => String(each.product_id) === id)?.name ?? id
  const labelOf = (field: string): string => {
    const text = TEXT_FIELDS.find(name => name === field)
    if (text) return t(`productForm.${text}`)
    const known = EVENT_FIELDS.find(name => name === field)
    if (known) return t(`eventForm.fields.${known}`)
    const [kind, id = ''] = field.split('.')
    if (kind === 'stores') return stores.find(store => String(store.id) === id)?.name ?? id
    if (field === 'store_ids') return t('eventForm.stores')
    if (kind === 'limits') return t('eventForm.limitOf', { name: productName(id) })
    return id === '' ? t('eventForm.products') : t('eventForm.capOf', { name: productName(id) })
  }
  const show = (field: string, value: string | boolean): string | undefined => {
    const status = field === 'status' && EVENT_STATUSES.find(each => each === value)
    if (status) return t(`eventForm.phases.${status}`)
    if (typeof value !== 'string' || value === '') return undefined
    if (/_date$|^order_until$/.test(field)) return dayText(value)
    return field === 'product_order' ? value.split(',').map(productName).join(', ') : undefined
  }
  return { labelOf, show }
}
