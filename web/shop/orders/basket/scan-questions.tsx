import { type Addition, isWeighed } from '#domain/orders/basket.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { quantityText } from '#web/shop/catalogue/products/unit-text.ts'
import { signalScan } from '#web/scanning/sounds.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { BulkQuantityDialog } from './bulk-quantity-dialog.tsx'
import type { BasketActions } from './use-basket-actions.ts'
import type { ScanReader } from './use-scan-reading.ts'
import { formatMoney } from '#web/kit/ui/money-format.ts'

interface ScanQuestionsProps {
  reading: ScanReader
  actions: BasketActions
}

/** "How much?" for bulk goods, "Is this right?" for a label or a typed quantity that is absurdly large. */
export function ScanQuestions({ reading, actions }: ScanQuestionsProps) {
  const { t } = useTranslation()
  const { question, askQuantity, takeQuantity, closeQuestion } = reading
  if (!question) return null
  const { product } = question
  const confirm = (addition: Addition) => {
    signalScan(actions.add(product, addition) ? 'taken' : 'trouble')
    // Last: it releases the next scan.
    closeQuestion()
  }
  if (question.kind === 'ask-quantity') {
    return (
      <BulkQuantityDialog
        product={product}
        onAdd={quantity => takeQuantity(product, quantity)}
        onClose={closeQuestion}
      />
    )
  }
  const isTyped = product.productCodeType === 'bulk'
  const unit = isTyped || isWeighed(product) ? product.unit : 'kpl'
  const quantity = quantityText(question.quantityThousandths, unit, t)
  return (
    <ConfirmDialog
      open
      title={t('basket.absurdTitle')}
      text={t('basket.absurdText', { product: product.name, quantity, amount: formatMoney(question.costCents) })}
      strong="cancel"
      confirmText={t('basket.absurdConfirm')}
      cancelText={t(isTyped ? 'basket.absurdRetype' : 'basket.absurdCancel')}
      onConfirm={() => confirm(question.addition)}
      onCancel={() => (isTyped ? askQuantity(product) : closeQuestion())}
    />
  )
}
