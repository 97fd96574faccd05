import Box from '@mui/material/Box'
import type { Preorder } from '#contract/preorders/preorders.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { quantityText } from '#web/shop/catalogue/products/unit-text.ts'

/** Products with their quantities. */
export function ItemList({ items }: { items: Preorder['order_items'] }) {
  const { t } = useTranslation()
  return (
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
      {items.map(({ product_version_id: id, name, quantity, unit }) => (
        <li key={id}>
          {name}, {quantityText(thousandthsFromQuantity(quantity) ?? 0, unit, t)}
        </li>
      ))}
    </Box>
  )
}
