import { type ReactNode, useId } from 'react'
import type { Product } from '#contract/catalogue/products.ts'
import { unitText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { IconButton } from '#web/kit/ui/buttons.tsx'
import { Dialog, DialogContent, DialogTitle } from '#web/kit/ui/dialog.tsx'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { allergenWarnings } from '#web/shop/catalogue/allergens/allergen-warning.ts'
import { FoodFacts } from './food-facts.tsx'
import { ProductPicture } from './product-picture.tsx'
import { contentText, isSoldByUnit } from './product-texts.ts'
import css from './products.module.css'

type ProductSheetProps = {
  product: Product
  /** Facts for a shopper before taking the product: few left, an age limit, allergens. */
  pills?: ReactNode
  onClose: () => void
}

/** The facts of a product, row by row; rows without a value are left out. */
function useFacts(product: Product): { name: string; value: string }[] {
  const { t } = useTranslation()
  const { unit_price: unitPrice, content_unit: unit, deposit } = product
  const perUnit = (price: number, priceUnit: string) =>
    t('home.unitPrice', { price: eurosText(price), unit: unitText(priceUnit, t) })
  const byUnit = isSoldByUnit(product)
  const isLabelled = product.product_code_type === 'bulk_encoded_price'
  const price = byUnit ? perUnit(product.price, product.unit) : eurosText(product.price)
  const rows = [
    { name: t('productSheet.price'), value: isLabelled ? t('home.priceByWeight') : price },
    {
      name: t('productSheet.unitPrice'),
      value: !byUnit && unitPrice !== null && unit !== null ? perUnit(unitPrice, unit) : undefined,
    },
    {
      name: t('productSheet.deposit'),
      value: deposit > 0 ? t('productSheet.included', { amount: eurosText(deposit) }) : undefined,
    },
    { name: t('productSheet.content'), value: contentText(product) },
    { name: t('productSheet.supplier'), value: product.supplier.name },
    { name: t('productSheet.code'), value: product.ean13 ?? product.product_code ?? undefined },
  ]
  return rows.flatMap(({ name, value }) => (value === undefined || value === '' ? [] : [{ name, value }]))
}

const ALLERGEN_TONES = { contains: 'danger', mayContain: 'attention', unknown: 'closed' } as const

/** Warns of what the shopper avoids. Rendered only if anything is chosen. */
export function AllergenPills({ product }: { product: Pick<Product, 'allergens'> }) {
  const { t } = useTranslation()
  return allergenWarnings(product, t).map(({ strength, text }) => (
    <StatusPill key={strength} tone={ALLERGEN_TONES[strength]}>
      {text}
    </StatusPill>
  ))
}

/** All details of one product, over the page. */
export function ProductSheet({ product, pills, onClose }: ProductSheetProps) {
  const { t } = useTranslation()
  const id = useId()
  const rows = useFacts(product)
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} place="foot" className={css.sheet}>
      <div className={css.head}>
        <DialogTitle id={id} as="h2" className={css.name}>
          {product.name}
        </DialogTitle>
        <IconButton onClick={onClose} aria-label={t('common.close')} autoFocus>
          <CloseIcon />
        </IconButton>
      </div>
      <DialogContent role="group" tabIndex={0} aria-labelledby={id} className={css.content}>
        <ProductPicture product={product} />
        {pills}
        {product.campaign && <Text>{product.campaign.text}</Text>}
        {product.description !== '' && <Text className={css.description}>{product.description}</Text>}
        <dl className={css.facts}>
          {rows.map(({ name, value }) => (
            <div key={name} className={css.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <FoodFacts product={product} />
      </DialogContent>
    </Dialog>
  )
}
