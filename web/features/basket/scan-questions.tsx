import { type Addition, isWeighed } from '#domain/basket.ts'
import { useTranslation } from 'react-i18next'
import { quantityText } from '#web/features/products/unit-text.ts'
import { signalScan } from '#web/features/scanner/sounds.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { BulkQuantityDialog } from './bulk-quantity-dialog.tsx'
import type { BasketActions } from './use-basket-actions.ts'
import type { Question } from './use-scan-reading.ts'
import { formatMoney } from '#web/ui/money-format.ts'

interface ScanQuestionsProps {
  question: Question | null
  actions: BasketActions
  onClose: () => void
}

/** "How much?" for bulk goods, "Is this right?" for a label that says absurdly much. */
export function ScanQuestions({ question, actions, onClose }: ScanQuestionsProps) {
  const { t } = useTranslation()
  if (!question) return null
  const { product } = question
  const confirm = (addition: Addition) => {
    signalScan(actions.add(product, addition) ? 'taken' : 'trouble')
    // Only then: it lets the next scan in line in.
    onClose()
  }
  if (question.kind === 'ask-quantity') {
    return <BulkQuantityDialog product={product} onAdd={quantity => confirm({ quantity })} onClose={onClose} />
  }
  const quantity = quantityText(question.quantityThousandths, isWeighed(product) ? product.unit : 'kpl', t)
  return (
    <ConfirmDialog
      open
      title={t('basket.absurdTitle')}
      text={t('basket.absurdText', { product: product.name, quantity, amount: formatMoney(question.costCents) })}
      confirmText={t('basket.absurdConfirm')}
      cancelText={t('basket.absurdCancel')}
      onConfirm={() => confirm(question.addition)}
      onCancel={onClose}
    />
  )
}
