import { roundHalfAwayFromZero } from '#domain/money.ts'
import { THOUSANDTHS_PER_UNIT } from '#domain/quantity.ts'

type PricedContent = {
  priceCents: number
  depositCents: number
  /** The unit of sale: `kpl`, `kg` … */
  unit: string
  contentThousandths: number | null
  contentUnit: 'kg' | 'l' | null
}

type ProductContent = { thousandths: number; unit: 'kg' | 'l' }

/** What one unit holds; loose goods sold by the kilogram or litre hold exactly one. */
function toContent({ contentThousandths, contentUnit, unit }: PricedContent): ProductContent | undefined {
  if (contentThousandths !== null && contentUnit !== null)
    // A content of 0, for example while it is being typed, has no unit price.
    return contentThousandths > 0 ? { thousandths: contentThousandths, unit: contentUnit } : undefined
  return unit === 'kg' || unit === 'l' ? { thousandths: THOUSANDTHS_PER_UNIT, unit } : undefined
}

/** Per kilogram or litre, without the deposit, rounded to the cent; undefined when the content is unknown. */
export function getUnitPrice(product: PricedContent): { cents: number; unit: 'kg' | 'l' } | undefined {
  const content = toContent(product)
  if (!content) return undefined
  const goodsCents = BigInt(product.priceCents - product.depositCents)
  const cents = roundHalfAwayFromZero(goodsCents * BigInt(THOUSANDTHS_PER_UNIT), content.thousandths)
  return { cents, unit: content.unit }
}
