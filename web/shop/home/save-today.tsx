import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Product } from '#contract/catalogue/products.ts'
import { savings } from '#contract/stock/reduced-lots.ts'
import { lastDay, toLot } from '#domain/catalogue/lot.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { lotDateText } from '#web/shop/catalogue/products/lot-text.ts'
import css from './save-today.module.css'

type SaveTodayProps = {
  /** Of the active store; changes with it. */
  storeId: number
  shelf: readonly Product[]
  onOpen: (product: Product) => void
}

/** What the store sells cheaper since its date is near. Nothing if there is none; the shelf doesn't wait for it. */
export function SaveToday({ storeId, shelf, onOpen }: SaveTodayProps) {
  const { t } = useTranslation()
  const id = useId()
  const query = queryFor(savings.list)
  const { data } = useQuery({ ...query, queryKey: [...query.queryKey, storeId], meta: { isBackground: true } })
  const goods = (data?.items ?? []).flatMap(each => {
    const product = shelf.find(one => one.id === each.product_id)
    return product ? [{ ...each, product, lot: toLot(each) }] : []
  })
  if (goods.length === 0) return null
  return (
    <Panel component="section" tone="attention" aria-labelledby={id}>
      <Text variant="h2" id={id}>
        {t('home.saveToday')}
      </Text>
      <Text soft>{t('home.saveTodayText')}</Text>
      <ul className={css.goods}>
        {goods.map(({ product, lot, price, reduced_price: reduced, percent }) => (
          <li key={`${product.id} ${lastDay(lot)}`} className={css.item}>
            <div>
              <StatusPill tone="danger">−{percentText(percent)}</StatusPill>
            </div>
            <button type="button" aria-haspopup="dialog" className={css.opener} onClick={() => onOpen(product)}>
              {product.name}
            </button>
            <Text variant="body2" soft>
              {lotDateText(lot, t)}
            </Text>
            <span className={css.prices}>
              <span className={css.price}>{eurosText(reduced)}</span>
              <s>{eurosText(price)}</s>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
