import { type BasketAddition, isWeighed } from '#domain/orders/basket.ts'
import { quantityText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { formatMoney } from '#web/kit/ui/money.tsx'
import { signalScan } from '#web/scanning/sounds.ts'
import { BulkQuantityDialog } from './bulk-quantity-dialog.tsx'
import type { BasketActions } from './use-basket-actions.ts'
import type { ScanReader } from './use-scan-reading.ts'

type ScanQuestionsProps = {
  reading: ScanReader
  actions: BasketActions
}

/** "How much?" for bulk goods, "Is this right?" for a label or a typed quantity that is absurdly large. */
export function ScanQuestions({ reading, actions }: ScanQuestionsProps) {
  const { t } = useTranslation()
  const { question, openQuantityQuestion, submitQuantity, closeQuestion } = reading
  if (!question) return null
  const { product } = question
  const confirm = (addition: BasketAddition) => {
    signalScan(actions.add(product, addition) ? 'accepted' : 'problem')
    // Last: it releases the next scan.
    closeQuestion()
  }
  if (question.kind === 'ask-quantity') {
    return (
      <BulkQuantityDialog
        product={product}
        onAdd={quantity => submitQuantity(product, quantity)}
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
      onCancel={() => (isTyped ? openQuantityQuestion(product) : closeQuestion())}
    />
  )
}
