import Box from '@mui/material/Box'
import { costCents, parsePurchasePrice } from '#domain/catalogue/purchase-price.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths, thousandthsFromQuantity } from '#domain/quantity.ts'
import { Euros } from '#web/back-office/kit/figures.tsx'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { FIELD_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import { eurosText, formatMoney } from '#web/kit/ui/money.tsx'

type PackLine = {
  product_id: number
  name: string
  unit: string
  code: string | null
  pack: number
  price: number | null
}

/** The typed numbers of packs, by product. */
export type TypedPacks = Readonly<Record<number, string>>

const WHOLE = /^\d{1,5}$/

/** The number of packs that a text means; undefined if it means none. Empty is nothing. */
export const packsIn = (text = ''): number | undefined =>
  text.trim() === '' ? 0 : WHOLE.test(text.trim()) ? Number(text) : undefined

/** In thousandths, since products of decimal fractions are inexact. */
export const quantityIn = ({ pack }: Pick<PackLine, 'pack'>, packs: number): number =>
  quantityFromThousandths((thousandthsFromQuantity(pack) ?? 0) * packs)

/** The lines to order: the products with at least one pack. */
export const linesToOrder = (lines: readonly PackLine[], typed: TypedPacks) =>
  lines.flatMap(line => {
    const packs = packsIn(typed[line.product_id]) ?? 0
    return packs > 0 ? [{ product_id: line.product_id, quantity: quantityIn(line, packs) }] : []
  })

const getLinePrice = (line: PackLine, packs: number): number | undefined =>
  line.price === null
    ? undefined
    : costCents(parsePurchasePrice(line.price) ?? 0, thousandthsFromQuantity(quantityIn(line, packs)) ?? 0)

/** What the typed packs cost, and how many of the products have no price. */
export function sumCosts(lines: readonly PackLine[], typed: TypedPacks) {
  const rows = lines.flatMap(line => {
    const packs = packsIn(typed[line.product_id]) ?? 0
    return packs > 0 ? [getLinePrice(line, packs)] : []
  })
  const cents = rows.reduce<number>((sum, each) => sum + (each ?? 0), 0)
  return {
    count: rows.length,
    euros: eurosFromCents(cents),
    unpriced: rows.filter(each => each === undefined).length,
  }
}

type PacksListProps<Line extends PackLine> = {
  label: string
  lines: readonly Line[]
  typed: TypedPacks
  onType: (productId: number, text: string) => void
  /** Below the product's name. */
  detail?: (line: Line) => string
}

/** Products with a field for the number of packs, and what they come to. */
export function PacksList<Line extends PackLine>({ label, lines, typed, onType, detail }: PacksListProps<Line>) {
  const { t } = useTranslation()
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {lines.map(line => {
        const text = typed[line.product_id] ?? ''
        const packs = packsIn(text)
        const cents = packs === undefined ? undefined : getLinePrice(line, packs)
        return (
          <Box
            component="li"
            key={line.product_id}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 110px 210px' },
              gap: { xs: 1, sm: 2 },
              alignItems: 'end',
              py: 1.5,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Box sx={{ alignSelf: 'center' }}>
              <Box sx={{ fontWeight: 650 }}>
                {line.name}
                {line.code !== null && (
                  <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary', ml: 1 }}>
                    {line.code}
                  </Box>
                )}
              </Box>
              {detail && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{detail(line)}</Box>}
            </Box>
            <Box
              component="input"
              aria-label={t('purchasing.packs', { product: line.name })}
              aria-invalid={packs === undefined}
              title={packs === undefined ? t('purchasing.packsWrong') : undefined}
              value={text}
              onChange={event => onType(line.product_id, event.currentTarget.value)}
              inputMode="numeric"
              autoComplete="off"
              className={FIELD_CLASS}
              sx={{ minHeight: 48, textAlign: 'end' }}
            />
            <Box
              sx={{
                display: 'flex',
                justifyContent: 'space-between',
                minHeight: { sm: 48 },
                alignItems: 'center',
                fontVariantNumeric: 'tabular-nums',
                typography: 'body2',
              }}
            >
              <span>
                {`× ${formatUnitQuantity(line.pack, line.unit, t)}`}
                {packs !== undefined &&
                  packs > 0 &&
                  line.pack !== 1 &&
                  ` = ${formatUnitQuantity(quantityIn(line, packs), line.unit, t)}`}
              </span>
              <LineCost packs={packs} cents={cents} packCents={getLinePrice(line, 1)} />
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}

type LineCostProps = {
  packs: number | undefined
  cents: number | undefined
  /** Undefined without a purchase price. */
  packCents: number | undefined
}

/** What the packs of a line come to, or the price of one while there are none. */
function LineCost({ packs, cents, packCents }: LineCostProps) {
  const { t } = useTranslation()
  if (packs === 0 && packCents !== undefined) {
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('purchasing.perPack', { price: formatMoney(packCents) })}
      </Box>
    )
  }
  return <span>{cents === undefined || cents === 0 ? '–' : <Euros amount={eurosFromCents(cents)} />}</span>
}

type OrderValueProps = { value: number | null; unpriced: number; products: number }

/** What an order costs; a dash if no price of its products is known, since it isn't free. */
export const OrderValue = ({ value, unpriced, products }: OrderValueProps) =>
  value === null || (products > 0 && unpriced >= products) ? '–' : <Euros amount={value} />

type OrderCostProps = { cost: ReturnType<typeof sumCosts>; minOrder: number | null }

/** What an order costs, and whether that is less than the supplier accepts. */
export function OrderCost({ cost, minOrder }: OrderCostProps) {
  const { t } = useTranslation()
  const isBelow = minOrder !== null && cost.count > 0 && cost.unpriced === 0 && cost.euros < minOrder
  return (
    <Box role="status">
      <Box sx={{ fontWeight: 650 }}>
        {t('purchasing.total')} <OrderValue value={cost.euros} unpriced={cost.unpriced} products={cost.count} />
      </Box>
      {cost.unpriced > 0 && (
        <Box sx={{ typography: 'body2' }}>{t('purchasing.unpriced', { count: cost.unpriced })}</Box>
      )}
      {isBelow && <Box sx={{ color: 'error.main' }}>{t('purchasing.belowLeast', { amount: eurosText(minOrder) })}</Box>}
    </Box>
  )
}
