import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import type { OrderRefunds } from '#contract/payments/refunds.ts'
import { planRefund, type RefundableLine, type RefundPlan } from '#domain/payments/refund.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { quantityText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { QuantityStepper } from '#web/kit/ui/inputs/quantity-stepper.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { eurosText, formatMoney } from '#web/kit/ui/money.tsx'
import { toCents } from '#web/kit/ui/money.tsx'
import { typedFreeSumCents } from './free-sum-input.tsx'

type LineProps = {
  line: RefundLine
  draft: RefundFormValues
  onChange: (draft: RefundFormValues) => void
}

function LabelChoices({ line, draft, onChange }: LineProps) {
  const { t } = useTranslation()
  const { order_line_id: id, name } = line
  const chosen = draft.labels[id] ?? []
  const toggle = (place: number) => {
    const next = chosen.includes(place) ? chosen.filter(other => other !== place) : [...chosen, place]
    onChange({ ...draft, labels: { ...draft.labels, [id]: next } })
  }
  return (
    <Box
      role="group"
      aria-label={t('adminOrders.refund.labelsOf', { name })}
      sx={{ display: 'flex', flexWrap: 'wrap' }}
    >
      {listRefundableLabels(line).map((amount, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- two labels may have the same text; the index identifies them
        <Box component="label" key={place} sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, pr: 2 }}>
          <Checkbox checked={chosen.includes(place)} onChange={() => toggle(place)} />
          {eurosText(amount)}
        </Box>
      ))}
    </Box>
  )
}

function QuantityChoice({ line, draft, onChange }: LineProps) {
  const { t } = useTranslation()
  const { order_line_id: id, name, unit } = line
  const refundable = refundableThousandths(line)
  const typed = draft.quantities[id] ?? ''
  const now = typedThousandths(typed) ?? 0
  const set = (text: string) => onChange({ ...draft, quantities: { ...draft.quantities, [id]: text } })
  const step = (by: number) => set(String(Math.min(Math.max(now + by, 0), refundable) / 1000))
  const isTooMuch = now > refundable || (typed !== '' && typedThousandths(typed) === undefined)
  if (isWhole(line))
    return (
      <QuantityStepper
        value={String(now / 1000)}
        groupLabel={t('adminOrders.refund.quantityOf', { name })}
        addLabel={t('adminOrders.refund.more', { name })}
        removeLabel={t('adminOrders.refund.less', { name })}
        onAdd={() => step(1000)}
        onRemove={() => step(-1000)}
        isAtLeast={now <= 0}
        isAtMost={now >= refundable}
      />
    )
  return (
    <TextInput
      label={t('adminOrders.refund.quantityOf', { name })}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={set}
      error={
        isTooMuch ? t('adminOrders.refund.quantityInvalid', { quantity: quantityText(refundable, unit, t) }) : undefined
      }
    />
  )
}

/** How much of each line to refund. Fully refunded lines are left out. */
export function RefundLines({ lines, ...rest }: Omit<LineProps, 'line'> & { lines: readonly RefundLine[] }) {
  const { t } = useTranslation()
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid' }}>
      {lines
        .filter(line => refundableCents(line) > 0)
        .map(line => (
          <Box
            component="li"
            key={line.order_line_id}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, py: 1, borderTop: 1, borderColor: 'divider' }}
          >
            <Box sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <Box sx={{ fontWeight: 650 }}>{line.name}</Box>
              <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
                {t('adminOrders.refund.left', {
                  quantity: quantityText(refundableThousandths(line), line.unit, t),
                  amount: formatMoney(refundableCents(line)),
                })}
              </Box>
            </Box>
            {line.amounts ? <LabelChoices line={line} {...rest} /> : <QuantityChoice line={line} {...rest} />}
            <Button
              variant="text"
              size="small"
              sx={{ alignSelf: 'center' }}
              // The label begins with the button's text, for voice control.
              aria-label={`${t('adminOrders.refund.allOfLine')}: ${line.name}`}
              onClick={() => rest.onChange(withWholeLine(line, rest.draft))}
            >
              {t('adminOrders.refund.allOfLine')}
            </Button>
          </Box>
        ))}
    </Box>
  )
}

export type RefundLine = OrderRefunds['lines'][number]

/** The values for each line: a typed quantity, or the indexes of its price labels. */
export type RefundFormValues = {
  kind: 'all' | 'lines' | 'sum'
  quantities: Readonly<Record<number, string>>
  labels: Readonly<Record<number, readonly number[]>>
  /** The typed amount of a refund without goods. */
  sum: string
}

export const EMPTY_DRAFT: RefundFormValues = { kind: 'all', quantities: {}, labels: {}, sum: '' }

/** A refund that starts at a line: one piece of it, all of a weighed one, or its only price label. */
export function draftFrom(line: RefundLine): RefundFormValues {
  const empty = { ...EMPTY_DRAFT, kind: 'lines' } as const
  if (line.amounts) return listRefundableLabels(line).length === 1 ? withWholeLine(line, empty) : empty
  return isWhole(line) ? { ...empty, quantities: { [line.order_line_id]: '1' } } : withWholeLine(line, empty)
}

const toThousandths = (quantity: number) => thousandthsFromQuantity(quantity) ?? 0

const refundableThousandths = (line: RefundLine) => toThousandths(line.quantity) - toThousandths(line.refunded_quantity)
export const refundableCents = (line: RefundLine) => toCents(line.amount) - toCents(line.refunded_amount)

/** Sold in whole pieces, as far as the quantities show: − and + choose how many. */
const isWhole = (line: RefundLine) =>
  toThousandths(line.quantity) % 1000 === 0 && refundableThousandths(line) % 1000 === 0

/** The price labels of a line that haven't been refunded. */
export function listRefundableLabels({ amounts, refunded_amounts: gone }: RefundLine): readonly number[] {
  const refundable = [...(amounts ?? [])]
  for (const amount of gone ?? []) {
    const place = refundable.indexOf(amount)
    if (place >= 0) refundable.splice(place, 1)
  }
  return refundable
}

type SoldLine = { product_id: number; quantity: number; amount: number }

/** The refundable line of an item that the order shows. Lines that are alike in all that counts are the same to refund. */
export function findRefundLine<Item extends SoldLine>(
  items: readonly Item[],
  item: Item,
  lines: readonly RefundLine[],
): RefundLine | undefined {
  const isAlike = (other: SoldLine) =>
    other.product_id === item.product_id && other.quantity === item.quantity && other.amount === item.amount
  return lines.filter(isAlike)[items.filter(isAlike).indexOf(item)]
}

/** The draft with everything that is left of a line. */
const withWholeLine = (line: RefundLine, draft: RefundFormValues): RefundFormValues => {
  const id = line.order_line_id
  if (line.amounts)
    return { ...draft, labels: { ...draft.labels, [id]: listRefundableLabels(line).map((_, place) => place) } }
  const text = String(refundableThousandths(line) / 1000).replace('.', ',')
  return { ...draft, quantities: { ...draft.quantities, [id]: text } }
}

/** "1,5" or "1.5" as thousandths; undefined if it isn't a quantity. */
export function typedThousandths(text: string): number | undefined {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) ? undefined : thousandthsFromQuantity(number)
}

type LineInput = { order_line_id: number; quantity?: number; amounts?: number[] }

/** The lines to refund, in the shape of the request. */
export function toRefundLines(draft: RefundFormValues, lines: readonly RefundLine[]): LineInput[] {
  return lines.flatMap((line): LineInput[] => {
    const order_line_id = line.order_line_id
    if (line.amounts) {
      const refundable = listRefundableLabels(line)
      const amounts = (draft.labels[order_line_id] ?? []).flatMap(place => refundable[place] ?? [])
      return amounts.length > 0 ? [{ order_line_id, amounts }] : []
    }
    const quantity = typedThousandths(draft.quantities[order_line_id] ?? '')
    return quantity !== undefined && quantity > 0 ? [{ order_line_id, quantity: quantity / 1000 }] : []
  })
}

type PlanInput = Pick<OrderRefunds, 'lines' | 'paid_amount' | 'refunded_amount' | 'free_sum_limit'>

/** The refund, calculated like on the server; undefined if it is nothing, or more than is left. */
export function planDraftRefund(draft: RefundFormValues, refunds: PlanInput): RefundPlan | undefined {
  const { lines } = refunds
  const requests = toRefundLines(draft, lines).map(line => ({
    lineId: line.order_line_id,
    ...(line.amounts && { labelsCents: line.amounts.map(toCents) }),
    ...(line.quantity !== undefined && { quantityThousandths: toThousandths(line.quantity) }),
  }))
  const freeSum = { freeSumCents: typedFreeSumCents(draft.sum, refunds) ?? 0 }
  const inputs = { all: 'all', lines: requests, sum: freeSum } as const
  const plan = planRefund(lines.map(toRefundableLine), inputs[draft.kind])
  return 'problem' in plan ? undefined : plan
}

const toRefundableLine = (line: RefundLine): RefundableLine => ({
  lineId: line.order_line_id,
  totalCents: toCents(line.amount),
  quantityThousandths: toThousandths(line.quantity),
  // Only the amounts are shown; the server calculates their VAT.
  rateBasisPoints: 0,
  labelsCents: line.amounts?.map(toCents) ?? null,
  isByThePiece: false,
  refundedCents: toCents(line.refunded_amount),
  refundedThousandths: toThousandths(line.refunded_quantity),
  refundedLabelsCents: line.refunded_amounts?.map(toCents) ?? [],
})
