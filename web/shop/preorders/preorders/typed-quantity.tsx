import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { BulkQuantityDialog } from '#web/shop/orders/basket/bulk-quantity-dialog.tsx'
import { quantityText } from '#web/shop/catalogue/products/unit-text.ts'
import { TrashIcon } from '#web/kit/ui/icons.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import type { PreorderBasketView, PreorderLine } from './use-preorder-basket.ts'

interface TypedQuantityProps {
  line: PreorderLine
  isSoldOut: boolean
  onSet: PreorderBasketView['set']
}

/** Bulk goods have no stepper: the quantity is typed, changed, or reset to zero. */
export function TypedQuantity({
  line: { product, quantity, quantityThousandths },
  isSoldOut,
  onSet,
}: TypedQuantityProps) {
  const { t } = useTranslation()
  const [isTyping, setTyping] = useState(false)
  const shown = quantity > 0 ? quantityText(quantityThousandths, product.unit, t) : t('preorder.typeQuantity')
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      {/* Stays in place, and keeps the focus, if there is nothing to reset. */}
      <IconButton
        aria-label={t('preorder.clearQuantity', { product: product.name })}
        aria-disabled={quantity === 0}
        onClick={() => onSet(product, 0)}
        sx={quantity === 0 ? { opacity: 0.35 } : undefined}
      >
        <TrashIcon />
      </IconButton>
      <SecondaryButton
        small
        disabled={isSoldOut}
        aria-haspopup="dialog"
        aria-label={`${product.name}: ${shown}`}
        onClick={() => setTyping(true)}
      >
        {shown}
      </SecondaryButton>
      {isTyping && (
        <BulkQuantityDialog
          product={product}
          confirmText={t('preorder.setQuantity')}
          onAdd={typed => {
            onSet(product, typed)
            setTyping(false)
          }}
          onClose={() => setTyping(false)}
        />
      )}
    </Box>
  )
}
