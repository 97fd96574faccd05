import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { QuantityStepper } from '#web/kit/ui/inputs/quantity-stepper.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { eurosText, formatMoney } from '#web/kit/ui/money.tsx'
import { quantityText } from '#web/shop/catalogue/products/unit-text.ts'
import {
  isWhole,
  labelsLeft,
  leftCents,
  leftThousandths,
  type RefundFormValues,
  type RefundLine,
  typedThousandths,
} from './refund-form-values.ts'

type LineProps = {
  line: RefundLine
  draft: RefundFormValues
  onChange: (draft: RefundFormValues) => void
}

function Labels({ line, draft, onChange }: LineProps) {
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
      {labelsLeft(line).map((amount, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- two labels may say the same; their place is what they are
        <Box component="label" key={place} sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, pr: 2 }}>
          <Checkbox checked={chosen.includes(place)} onChange={() => toggle(place)} />
          {eurosText(amount)}
        </Box>
      ))}
    </Box>
  )
}

function Quantity({ line, draft, onChange }: LineProps) {
  const { t } = useTranslation()
  const { order_line_id: id, name, unit } = line
  const left = leftThousandths(line)
  const typed = draft.quantities[id] ?? ''
  const now = typedThousandths(typed) ?? 0
  const set = (text: string) => onChange({ ...draft, quantities: { ...draft.quantities, [id]: text } })
  const step = (by: number) => set(String(Math.min(Math.max(now + by, 0), left) / 1000))
  const isTooMuch = now > left || (typed !== '' && typedThousandths(typed) === undefined)
  if (isWhole(line))
    return (
      <QuantityStepper
        value={String(now / 1000)}
        groupLabel={t('adminOrders.refund.quantityOf', { name })}
        addLabel={t('adminOrders.refund.more', { name })}
        removeLabel={t('adminOrders.refund.less', { name })}
        onAdd={() => step(1000)}
        onRemove={() => step(-1000)}
      />
    )
  return (
    <TextInput
      label={t('adminOrders.refund.quantityOf', { name })}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={set}
      error={isTooMuch ? t('adminOrders.refund.quantityInvalid', { quantity: quantityText(left, unit, t) }) : undefined}
    />
  )
}

/** How much of each line to refund. Fully refunded lines are left out. */
export function RefundLines({ lines, ...rest }: Omit<LineProps, 'line'> & { lines: readonly RefundLine[] }) {
  const { t } = useTranslation()
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid' }}>
      {lines
        .filter(line => leftCents(line) > 0)
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
                  quantity: quantityText(leftThousandths(line), line.unit, t),
                  amount: formatMoney(leftCents(line)),
                })}
              </Box>
            </Box>
            {line.amounts ? <Labels line={line} {...rest} /> : <Quantity line={line} {...rest} />}
          </Box>
        ))}
    </Box>
  )
}
