import type { Preorder } from '#contract/preorders/preorders.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { quantityText } from '#web/shop/catalogue/products/unit-text.ts'
import css from './preorders.module.css'

/** Products with their quantities. */
export function ItemList({ items }: { items: Preorder['order_items'] }) {
  const { t } = useTranslation()
  return (
    <ul className={css.itemListItems}>
      {items.map(({ product_version_id: id, name, quantity, unit }) => (
        <li key={id}>
          {name}, {quantityText(thousandthsFromQuantity(quantity) ?? 0, unit, t)}
        </li>
      ))}
    </ul>
  )
}
