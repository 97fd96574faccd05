import { useState } from 'react'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { signalScan } from '#web/scanning/sounds.ts'
import { useActiveStore } from '#web/shop/stores/stores/queries.ts'
import type { ManualStart } from './manual-entry-dialog.tsx'
import { type Reading, readChoice, readCode, readTypedQuantity } from './read-code.ts'
import { createScanQueue, type ScanOutcome } from './scan-queue.ts'
import type { ShopProduct } from './shop-product.ts'
import type { BasketActions } from './use-basket-actions.ts'
import type { Shop } from './use-shop.ts'
import { SCAN_TROUBLE, useUnknownCode } from './use-unknown-code.ts'

/** A question to the shopper before something is added to the basket. */
export type Question = Extract<Reading, { kind: 'confirm' | 'ask-quantity' }>

type ScanReading = {
  shop: Shop
  actions: BasketActions
  /** Offered for an unusable code; opens the manual entry with a prefilled text. */
  onManual: (start: ManualStart) => void
}

const notSold = ({ name, needsStaff, isRecalled }: ShopProduct, { t, store }: { t: Translate; store: string }) =>
  isRecalled === true
    ? t('scanner.recalled', { product: name })
    : needsStaff === true
      ? t('scanner.ageRestricted', { product: name, store })
      : t('scanner.notInStore', { store })

/** Notifies why a reading adds nothing to the basket. */
function useRefusedReading({ actions, onManual }: ScanReading) {
  const { t } = useTranslation()
  const store = useActiveStore()
  const showUnknown = useUnknownCode({ notify: actions.notify, onManual })
  const sayWhyNot = (text: string) => {
    const action = {
      label: '123',
      ariaLabel: `${t('scanner.typeCode')} 123`,
      onAct: () => onManual({ text: '', keys: 'digits' }),
    }
    actions.notify({ id: SCAN_TROUBLE, severity: 'error', text, action })
  }
  return (reading: Exclude<Reading, Question | { kind: 'add' }>) => {
    switch (reading.kind) {
      case 'label-needed':
        return actions.refuse('label-needed', reading.product.name)
      case 'label-too-small':
        return sayWhyNot(t('basket.labelTooSmall', { product: reading.product.name }))
      case 'no-such-product':
        return actions.refuse('no-such-product', '')
      case 'not-sold-here':
        return sayWhyNot(notSold(reading.product, { t, store: store?.name ?? '' }))
      case 'bad-check-digit':
        return sayWhyNot(t('scanner.badCheckDigit', { code: reading.code }))
      default:
        return showUnknown(reading.code)
    }
  }
}

export type ScanReader = ReturnType<typeof useScanReading>

/** Handles codes and choices: adds, asks, or shows why not. It never waits for the network. */
export function useScanReading(needs: ScanReading) {
  const { shop, actions } = needs
  const [question, setQuestion] = useState<Question | null>(null)
  const [queue] = useState(createScanQueue)
  const refuse = useRefusedReading(needs)

  const act = (reading: Reading): ScanOutcome => {
    switch (reading.kind) {
      case 'add':
        signalScan(actions.add(reading.product, reading.addition) ? 'taken' : 'trouble')
        return 'done'
      case 'confirm':
      case 'ask-quantity':
        signalScan('trouble')
        actions.dismiss(SCAN_TROUBLE)
        setQuestion(reading)
        return 'asks'
      default:
        signalScan('trouble')
        refuse(reading)
        return 'done'
    }
  }
  const closeQuestion = () => {
    setQuestion(null)
    queue.release()
  }
  return {
    question,
    closeQuestion,
    askQuantity: (product: ShopProduct) => setQuestion({ kind: 'ask-quantity', product }),
    takeQuantity: (product: ShopProduct, quantity: number) => {
      // Only once there is no further question: it releases the next scan.
      if (act(readTypedQuantity(product, quantity)) === 'done') closeQuestion()
    },
    takeCode: (code: string) => queue.push(() => act(readCode(code, shop.catalogue, shop.products))),
    takeChoice: (product: ShopProduct) => queue.push(() => act(readChoice(product))),
  }
}
