import { type FormEvent, useId, useState } from 'react'
import { parseDecimalInput, thousandthsFromQuantity } from '#domain/quantity.ts'
import { unitText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#web/kit/ui/dialog.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { priceText } from '#web/shop/catalogue/products/shop-product.ts'
import type { ShopProduct } from '#web/shop/catalogue/products/shop-product.ts'
import css from './basket.module.css'

type BulkQuantityDialogProps = {
  product: ShopProduct
  onAdd: (quantity: number) => void
  /** Instead of "Add to basket". */
  confirmText?: string
  onClose: () => void
}

/** Parses a typed quantity above zero with at most three decimals; undefined if it isn't one. */
export function typedQuantity(text: string): number | undefined {
  const quantity = parseDecimalInput(text)
  if (quantity === undefined || quantity <= 0) return undefined
  return thousandthsFromQuantity(quantity) === undefined ? undefined : quantity
}

/** Asks for the quantity of bulk goods, which shoppers weigh themselves. */
export function BulkQuantityDialog({ product, onAdd, onClose, confirmText }: BulkQuantityDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [wasSent, setSent] = useState(false)
  const quantity = typedQuantity(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (quantity !== undefined) onAdd(quantity)
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <form onSubmit={submit} noValidate>
        <DialogTitle id={id}>{t('basket.bulkTitle')}</DialogTitle>
        <DialogContent>
          <Text className={css.bulkName}>
            {product.name} · {priceText(product, t)}
          </Text>
          <TextInput
            label={t('basket.bulkQuantity', { unit: unitText(product.unit, t) })}
            value={text}
            onChange={setText}
            inputMode="decimal"
            autoComplete="off"
            autoFocus
            required
            requiredText={t('form.requiredField')}
            check={value => (typedQuantity(value) === undefined ? t('basket.bulkInvalid') : undefined)}
            showFault={wasSent}
          />
        </DialogContent>
        <DialogActions>
          <ActionButton onClick={onClose}>{t('common.cancel')}</ActionButton>
          <ActionButton type="submit" variant="contained">
            {confirmText ?? t('basket.bulkConfirm')}
          </ActionButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
