import { vatInGrossCents } from '#domain/catalogue/vat.ts'
import type { SoldLine, TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { MobilepaySettings } from './settings.ts'

type CreationInput = {
  settings: MobilepaySettings
  payment: TerminalPayment
  lines: readonly SoldLine[]
  returnUrl: string
}

/** The request that creates a payment. A card payment is made on a page of the vendor's, which no other phone reads as a code. */
export function paymentCreation({ settings, payment, lines, returnUrl }: CreationInput) {
  const { serviceId, amountCents: value, currency, reference } = payment
  const isCard = settings.user_flow === 'CARD'
  const userFlow = settings.user_flow === 'CARD' ? 'WEB_REDIRECT' : settings.user_flow
  const minimumUserAge = Math.max(...lines.map(({ minAge }) => minAge ?? 0), 0)
  const body = {
    amount: { value, currency },
    paymentMethod: { type: isCard ? 'CARD' : 'WALLET' },
    customerInteraction: 'CUSTOMER_PRESENT',
    reference: serviceId,
    userFlow,
    // What the QR code contains, instead of an image of it.
    ...(userFlow === 'QR' && { qrFormat: { format: 'TEXT/TARGETURL' } }),
    returnUrl,
    ...(reference !== undefined && { paymentDescription: `Puoti #${reference}` }),
    // The vendor knows the age of an app's user, and of no card's holder.
    ...(!isCard && minimumUserAge > 0 && { minimumUserAge }),
    ...(settings.receipt_lines === 'SHOWN' && toReceipt(lines, payment)),
  }
  return { method: 'POST', path: '/epayment/v1/payments', body, key: serviceId } as const
}

/** Nothing where the lines are not the whole amount: a receipt that adds up to another sum would mislead. */
function toReceipt(lines: readonly SoldLine[], { amountCents, currency, reference }: TerminalPayment) {
  if (lines.reduce((sum, { totalCents }) => sum + totalCents, 0) !== amountCents) return {}
  return {
    receipt: {
      orderLines: lines.map(toOrderLine),
      bottomLine: { currency, ...(reference !== undefined && { receiptNumber: reference }) },
    },
  }
}

function toOrderLine({ name, productId, totalCents: totalAmount, rateBasisPoints: taxRate }: SoldLine) {
  const totalTaxAmount = vatInGrossCents(totalAmount, taxRate)
  const totalAmountExcludingTax = totalAmount - totalTaxAmount
  return { name, id: String(productId), totalAmount, totalAmountExcludingTax, totalTaxAmount, taxRate }
}
