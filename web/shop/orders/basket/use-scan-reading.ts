import { useState } from 'react'
import { shopping } from '#contract/stores/shopping.ts'
import type { Store } from '#contract/stores/stores.ts'
import { parseVariableMeasure, resolveScan, type ScanCatalogue } from '#domain/catalogue/barcode.ts'
import { normaliseGtin } from '#domain/catalogue/gtin.ts'
import { type Lot, parseScannedCode } from '#domain/catalogue/lot.ts'
import { judgeLot } from '#domain/catalogue/markdown.ts'
import { isLabelTooSmall, needsConfirmation } from '#domain/catalogue/scale-label-prices.ts'
import { lineTotalCents } from '#domain/catalogue/vat.ts'
import { formatTimeNear } from '#domain/format/date-format.ts'
import { eurosFromCents } from '#domain/money.ts'
import { type BasketAddition, basketKey, isWeighed } from '#domain/orders/basket.ts'
import { quantityFromThousandths, thousandthsFromQuantity } from '#domain/quantity.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { serverNow } from '#web/kit/api/server-clock.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { NoticeAction } from '#web/kit/ui/notices/notice-queue.ts'
import { signalScan } from '#web/scanning/sounds.ts'
import type { ManualStart } from '#web/shop/catalogue/product-search/manual-entry-dialog.tsx'
import type { ShopProduct } from '#web/shop/catalogue/products/shop-product.ts'
import { useActiveStore } from '#web/shop/stores/stores/queries.ts'
import type { BasketActions } from './use-basket-actions.ts'
import type { ShopState } from './use-basket.ts'
import { SCAN_PROBLEM, useUnknownCode } from './use-unknown-code.ts'

/** A question to the shopper before something is added to the basket. */
type ReadingQuestion = Extract<ReadingOutcome, { kind: 'confirm' | 'ask-quantity' }>

type ScanReading = {
  shop: ShopState
  /** yyyy-mm-dd in the store. */
  today: string
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

type SaleTimes = Pick<Store, 'staffed' | 'alcohol_sold' | 'time_zone'> | undefined

/** When goods with a minimum age are sold next, as an instant; empty: not in the coming two weeks. Undefined: now. */
export function notSoldUntil(
  { saleTime }: Pick<ShopProduct, 'saleTime'>,
  store: SaleTimes,
  now: Date,
): string | undefined {
  if (!saleTime || !store) return undefined
  const time = store[saleTime]
  if (!time || new Date(time.until) <= now) return ''
  return new Date(time.from) > now ? time.from : undefined
}

/** Notifies why a reading adds nothing to the basket. */
function useRefusedReading({ actions, onManual }: ScanReading) {
  const { t } = useTranslation()
  const store = useActiveStore()
  const reportUnknown = useUnknownCode({ notify: actions.notify, onManual })
  const notifyRefusal = (text: string, action?: NoticeAction) =>
    actions.notify({ id: SCAN_PROBLEM, severity: 'error', text, ...(action && { action }) })
  /** Only where typing the code may help: a product that is not sold can't be typed either. */
  const offerTyping = {
    label: '123',
    ariaLabel: `${t('scanner.typeCode')} 123`,
    onAct: () => onManual({ text: '', keys: 'digits' }),
  }
  return (reading: Exclude<ReadingOutcome, ReadingQuestion | { kind: 'add' }>) => {
    switch (reading.kind) {
      case 'label-needed':
        return actions.refuse('label-needed', reading.product.name)
      case 'label-too-small':
        return notifyRefusal(t('basket.labelTooSmall', { product: reading.product.name }))
      case 'no-such-product':
        return actions.refuse('no-such-product', '')
      case 'not-sold-now': {
        const { product, from } = reading
        const time = from && formatTimeNear(new Date(from), new Date(serverNow()), store?.time_zone ?? SHOP_TIME_ZONE)
        return notifyRefusal(t(time ? 'scanner.soldFrom' : 'scanner.unstaffed', { product: product.name, time }))
      }
      case 'lot-refused':
        return notifyRefusal(
          t(reading.isRecalled ? 'scanner.lotRecalled' : 'scanner.datePassed', { product: reading.product.name }),
        )
      case 'not-sold-here':
        return notifyRefusal(notSold(reading.product, { t, store: store?.name ?? '' }))
      case 'bad-check-digit':
        return notifyRefusal(t('scanner.badCheckDigit', { code: reading.code }), offerTyping)
      default:
        return reportUnknown(reading.code)
    }
  }
}

export type ScanReader = ReturnType<typeof useScanReading>

/** Handles codes and choices: adds, asks, or shows why not. It never waits for the network. */
export function useScanReading(needs: ScanReading) {
  const { shop, actions } = needs
  const [question, setQuestion] = useState<ReadingQuestion | null>(null)
  const [queue] = useState(createScanQueue)
  const refuse = useRefusedReading(needs)
  const store = useActiveStore()
  const { today } = needs

  const atHand = (reading: ReadingOutcome): ReadingOutcome => {
    if (!('product' in reading) || !reading.product.available) return reading
    const { product } = reading
    const from = notSoldUntil(product, store, new Date(serverNow()))
    if (from !== undefined) return { kind: 'not-sold-now', product, from }
    // The server's record lets it be paid for after the hours of sale. Without a network, placing the order records it.
    if (product.saleTime === 'alcohol_sold')
      void callApi(shopping.scanAlcohol, { body: { product_id: product.id } }).catch(() => undefined)
    return reading
  }

  const act = (outcome: ReadingOutcome): ScanOutcome => {
    const reading = atHand(outcome)
    switch (reading.kind) {
      case 'add':
        signalScan(actions.add(reading.product, reading.addition) ? 'accepted' : 'problem')
        return 'done'
      case 'confirm':
      case 'ask-quantity':
        signalScan('problem')
        actions.dismiss(SCAN_PROBLEM)
        setQuestion(reading)
        return 'asks'
      default:
        signalScan('problem')
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
    openQuantityQuestion: (product: ShopProduct) => setQuestion({ kind: 'ask-quantity', product }),
    submitQuantity: (product: ShopProduct, quantity: number) => {
      // Only once there is no further question: it releases the next scan.
      const reading = readTypedQuantity(product, quantity)
      const lot = question?.kind === 'ask-quantity' ? question.lot : undefined
      if (act({ ...reading, addition: { ...reading.addition, lot } }) === 'done') closeQuestion()
    },
    handleCode: (code: string) => queue.push(() => act(readCode(code, shop, today))),
    /** The code of the last addition, now with the lot that was read beside it: the package has its lot's price, or isn't sold. */
    handleLot: (code: string) =>
      queue.push(() => {
        const scan = resolveScan(parseScannedCode(code).code, shop.catalogue)
        const added = 'productId' in scan ? actions.undo.lastAdded(basketKey(scan.productId)) : undefined
        if (!added) return 'done'
        actions.undo.undo(added)
        return act(readCode(code, shop, today))
      }),
    handleChoice: (product: ShopProduct) => queue.push(() => act(readChoice(product))),
  }
}

/** `done`: the scan is handled. `asks`: it asks the shopper something, and the next scans wait. */
export type ScanOutcome = 'done' | 'asks'

/** Handles scans in sequence, however fast they come; while a question is open they are queued. */
export function createScanQueue() {
  const waiting: (() => ScanOutcome)[] = []
  let isPaused = false
  const goOn = () => {
    for (let scan = waiting.shift(); scan !== undefined; scan = waiting.shift()) {
      isPaused = scan() === 'asks'
      if (isPaused) return
    }
  }
  return {
    push: (scan: () => ScanOutcome) => {
      waiting.push(scan)
      if (!isPaused) goOn()
    },
    /** Called once the question is answered. */
    release: () => {
      isPaused = false
      goOn()
    },
  }
}

/** The result of a code, or of a choice from the list. */
type ReadingOutcome =
  | { kind: 'add'; product: ShopProduct; addition: BasketAddition }
  /** An unusually large amount, which the shopper has to confirm. */
  | { kind: 'confirm'; product: ShopProduct; addition: BasketAddition; quantityThousandths: number; costCents: number }
  /** Sold by a quantity that the shopper types. */
  | { kind: 'ask-quantity'; product: ShopProduct; lot?: Lot }
  /** Weighed goods without their label. */
  | { kind: 'label-needed'; product: ShopProduct }
  /** A price label for less than any scale weighs: the server would refuse the order. */
  | { kind: 'label-too-small'; product: ShopProduct }
  | { kind: 'not-sold-here'; product: ShopProduct }
  | { kind: 'lot-refused'; product: ShopProduct; isRecalled: boolean }
  /** Sold from `from` on: see `notSoldUntil`. */
  | { kind: 'not-sold-now'; product: ShopProduct; from: string }
  | { kind: 'unknown' | 'bad-check-digit'; code: string }
  | { kind: 'no-such-product' }

type ReadAmounts = {
  quantityThousandths: number
  amountCents?: number
  lot?: Lot | undefined
  /** If its date reduces it. */
  priceCents?: number
}

/** Reads a scanned or typed code, and judges the lot that it names; it needs no network. */
export function readCode(scanned: string, { catalogue, products }: ShopState, today: string): ReadingOutcome {
  const { code, lot } = parseScannedCode(scanned)
  const scan = resolveScan(code, catalogue)
  if (!('productId' in scan)) return scan
  const product = products.find(({ id }) => id === scan.productId)
  if (!product) return { kind: 'no-such-product' }
  if (scan.kind === 'not-sold-here') return { kind: scan.kind, product }
  if (isWeighed(product) && !hasMeasure(code, catalogue)) return { kind: 'label-needed', product }
  const judged = judgeLot(product, lot, today)
  if (judged.kind !== 'sold') return { kind: 'lot-refused', product, isRecalled: judged.kind === 'lot-recalled' }
  return readAmounts(product, { ...scan, lot, priceCents: judged.priceCents })
}

/** Reads a product chosen by its name. */
export function readChoice(product: ShopProduct): ReadingOutcome {
  if (!product.available) return { kind: 'not-sold-here', product }
  return isWeighed(product) ? { kind: 'label-needed', product } : readAmounts(product, { quantityThousandths: 1000 })
}

/** Reads a typed quantity of bulk goods: grams are easily taken for kilograms. */
export function readTypedQuantity(
  product: ShopProduct,
  quantity: number,
): Extract<ReadingOutcome, { kind: 'add' | 'confirm' }> {
  const quantityThousandths = thousandthsFromQuantity(quantity) ?? 0
  const costCents = lineTotalCents({ unitPriceCents: product.priceCents, quantityThousandths })
  const addition = { quantity }
  return needsConfirmation({ quantityThousandths, lineCents: costCents })
    ? { kind: 'confirm', product, addition, quantityThousandths, costCents }
    : { kind: 'add', product, addition }
}

/** A label with a weight or a price; a master label has zeros there. */
function hasMeasure(code: string, { layouts }: ScanCatalogue): boolean {
  return (parseVariableMeasure(normaliseGtin(code) ?? '', layouts)?.value ?? 0) > 0
}

function readAmounts(
  product: ShopProduct,
  { quantityThousandths, amountCents, lot, priceCents: unitPriceCents = product.priceCents }: ReadAmounts,
): ReadingOutcome {
  if (product.productCodeType === 'bulk') return { kind: 'ask-quantity', product, ...(lot && { lot }) }
  if (amountCents !== undefined && isLabelTooSmall(amountCents, product.priceCents)) {
    return { kind: 'label-too-small', product }
  }
  const addition = {
    quantity: quantityFromThousandths(quantityThousandths),
    ...(amountCents !== undefined && { amountEuros: eurosFromCents(amountCents) }),
    ...(lot && { lot }),
  }
  const lineCents = amountCents ?? lineTotalCents({ unitPriceCents, quantityThousandths })
  return isAbsurd(product, { quantityThousandths, lineCents })
    ? { kind: 'confirm', product, addition, quantityThousandths, costCents: lineCents }
    : { kind: 'add', product, addition }
}

/**
 * A single piece is never absurd, however expensive, nor is a case for its number of pieces: only labels and prices of cases
 * can be.
 */
function isAbsurd(product: ShopProduct, read: { quantityThousandths: number; lineCents: number }): boolean {
  if (isWeighed(product)) return needsConfirmation(read)
  return read.quantityThousandths !== 1000 && needsConfirmation({ ...read, quantityThousandths: 0 })
}
