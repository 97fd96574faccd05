import { roundHalfAwayFromZero } from '#domain/money.ts'
import { THOUSANDTHS_PER_UNIT } from '#domain/quantity.ts'

interface PricedContent {
  priceCents: number
  depositCents: number
  unit: string
  contentThousandths: number | null
  contentUnit: 'kg' | 'l' | null
}

/** What one unit holds; loose goods sold by the kilogram or litre hold exactly one. */
function contentOf(product: PricedContent): { thousandths: number; unit: 'kg' | 'l' } | undefined {
  const { unit, contentThousandths, contentUnit } = product
  if (contentThousandths !== null && contentUnit !== null) return { thousandths: contentThousandths, unit: contentUnit }
  return unit === 'kg' || unit === 'l' ? { thousandths: THOUSANDTHS_PER_UNIT, unit } : undefined
}

/** The price per kilogram or litre, without the deposit, rounded to the cent; undefined for goods that are counted. */
export function unitPriceOf(product: PricedContent): { cents: number; unit: 'kg' | 'l' } | undefined {
  const content = contentOf(product)
  if (!content || content.thousandths <= 0) return undefined
  const goodsCents = product.priceCents - product.depositCents
  const cents = roundHalfAwayFromZero(BigInt(goodsCents) * BigInt(THOUSANDTHS_PER_UNIT), content.thousandths)
  return { cents, unit: content.unit }
}
