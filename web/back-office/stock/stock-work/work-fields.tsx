import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId, useEffect, useRef } from 'react'
import { purchasePrices } from '#contract/catalogue/purchase-prices.ts'
import type { PurchaseOrderDetail } from '#contract/stock/purchase-orders.ts'
import { stock } from '#contract/stock/stock.ts'
import { parseDecimalInput, quantityFromThousandths, thousandthsFromQuantity } from '#domain/quantity.ts'
import { SupplierInput } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import { ReasonChips } from '#web/back-office/kit/reason-chips.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useMay } from '#web/kit/session/use-may.ts'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { changePrice, type StockDraft, type DraftLine, isPriceText, priceText, fillAsOrdered } from './stock-draft.ts'
import type { StockWork } from './use-stock-work.ts'

const MAX_NOTE_LENGTH = 100

type DeliveryFieldsProps = {
  storeId: number
  work: StockWork
  order: PurchaseOrderDetail | undefined
  disabled: boolean
  wasTried: boolean
}

/** The fields of a delivery: its supplier, the number of its note, and for those who may see what goods cost, its prices. */
export function DeliveryFields({ storeId, work, order, disabled, wasTried }: DeliveryFieldsProps) {
  const { t } = useTranslation()
  const may = useMay()
  const { draft, change } = work
  return (
    <>
      {!order && (
        <SupplierInput
          label={t('stock.deliverySupplier')}
          value={draft.supplier ?? ''}
          onChange={supplier => change(now => ({ ...now, supplier }))}
          placeholder={t('productForm.choose')}
          disabled={disabled}
        />
      )}
      <TextInput
        label={t('stock.deliveryNote')}
        value={draft.deliveryNote ?? ''}
        onChange={deliveryNote => change(now => ({ ...now, deliveryNote }))}
        maxLength={MAX_NOTE_LENGTH}
        maxLengthText={t('form.maxLength', { count: MAX_NOTE_LENGTH })}
        autoComplete="off"
        disabled={disabled}
      />
      {may(stock.value, storeId) && <PriceFields work={work} order={order} disabled={disabled} wasTried={wasTried} />}
    </>
  )
}

/** What the goods cost. */
function PriceFields({ work, order, disabled, wasTried }: Omit<DeliveryFieldsProps, 'storeId'>) {
  const { t } = useTranslation()
  const may = useMay()
  const { draft, change, problems } = work
  const hasSupplier = order !== undefined || (draft.supplier ?? '') !== ''
  return (
    <details>
      <Box component="summary" sx={{ minHeight: 44, alignContent: 'center', fontWeight: 650, cursor: 'pointer' }}>
        {t('stock.costs')}
      </Box>
      <Box sx={{ color: 'text.secondary', mb: 1 }}>{t('stock.costsLead')}</Box>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {draft.lines.map(line => {
          const text = priceText(line, order)
          const isInvalid = (wasTried || text.length > 1) && !isPriceText(text)
          return (
            <TextInput
              key={line.productId}
              label={t('stock.costOf', { product: line.name })}
              value={text}
              onChange={price => change(now => changePrice(now, line.productId, price))}
              inputMode="decimal"
              autoComplete="off"
              disabled={disabled}
              error={isInvalid ? t('purchasePrices.priceWrong') : problems.get(`price ${line.productId}`)}
            />
          )
        })}
        {hasSupplier && may(purchasePrices.add) && (
          <CheckInput
            label={t('stock.savePrices')}
            checked={draft.savePrices === true}
            onChange={savePrices => change(now => ({ ...now, savePrices }))}
            disabled={disabled}
          />
        )}
      </Box>
    </details>
  )
}

type ComparedLine = { productId: number; name: string; unit: string; remaining: number; scanned: number }

const getScanned = (lines: readonly DraftLine[], productId: number): number =>
  thousandthsFromQuantity(parseDecimalInput(lines.find(line => line.productId === productId)?.text ?? '') ?? 0) ?? 0

/** In thousandths: what has not come yet, and what is in the draft; what was not ordered comes last. */
function compareWithOrder(order: PurchaseOrderDetail, { lines }: StockDraft): ComparedLine[] {
  const ordered = order.lines.map(({ product_id: productId, name, unit, ordered: all, received }) => {
    const remaining = (thousandthsFromQuantity(all) ?? 0) - (thousandthsFromQuantity(received) ?? 0)
    return { productId, name, unit, remaining: Math.max(0, remaining), scanned: getScanned(lines, productId) }
  })
  const isOrdered = (productId: number) => ordered.some(each => each.productId === productId)
  const extra = lines
    .filter(({ productId }) => !isOrdered(productId))
    .map(({ productId, name, unit }) => ({
      productId,
      name,
      unit,
      remaining: 0,
      scanned: getScanned(lines, productId),
    }))
  return [...ordered.filter(({ remaining, scanned }) => remaining > 0 || scanned > 0), ...extra]
}

/** What was ordered beside what was scanned. */
export function OrderedGoods({
  work,
  order,
  disabled,
}: Omit<DeliveryFieldsProps, 'storeId' | 'wasTried' | 'order'> & { order: PurchaseOrderDetail }) {
  const { t } = useTranslation()
  const id = useId()
  const rows = compareWithOrder(order, work.draft)
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id}>
        {t('stock.expected', { id: String(order.id) })}
      </Typography>
      <Box sx={{ color: 'text.secondary' }}>{t('stock.expectedLead')}</Box>
      <Box component="ul" sx={{ m: 0, my: 1, p: 0, listStyle: 'none' }}>
        {rows.map(row => (
          <ComparedRow key={row.productId} row={row} />
        ))}
      </Box>
      <Button variant="outlined" disabled={disabled} onClick={() => work.change(now => fillAsOrdered(now, order))}>
        {t('stock.asOrdered')}
      </Button>
    </Panel>
  )
}

function ComparedRow({ row: { name, unit, remaining: left, scanned } }: { row: ComparedLine }) {
  const { t } = useTranslation()
  const format = (thousandths: number) => formatUnitQuantity(quantityFromThousandths(thousandths), unit, t)
  const difference =
    left === 0
      ? t('stock.notOrdered')
      : scanned === left
        ? t('stock.asExpected')
        : scanned < left
          ? t('purchasing.missing', { quantity: format(left - scanned) })
          : t('purchasing.extra', { quantity: format(scanned - left) })
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ fontWeight: 650 }}>{name}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, typography: 'body2' }}>
        <span>{t('stock.inDelivery', { ordered: format(left), scanned: format(scanned) })}</span>
        <Box component="span" sx={{ fontWeight: scanned === left ? 400 : 650 }}>
          {difference}
        </Box>
      </Box>
    </Box>
  )
}

type ReasonFieldProps = {
  reason: string
  /** Frequent reasons, each chosen by one press. */
  common: readonly string[]
  required: boolean
  disabled: boolean
  error: string | undefined
  onChange: (reason: string) => void
}

const MAX_LENGTH = 500

/** The reason for waste or a correction. */
export function ReasonField({ reason, common, required, disabled, error, onChange }: ReasonFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  // The submit button at the bottom of a phone would cover the field.
  useEffect(() => {
    if (error === undefined) return
    input.current?.focus({ preventScroll: true })
    input.current?.scrollIntoView({ block: 'center' })
  }, [error])
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <ReasonChips reason={reason} common={common} onChange={onChange} disabled={disabled} />
      <TextInput
        label={required ? t('stock.reason') : t('stock.note')}
        value={reason}
        onChange={onChange}
        autoComplete="off"
        required={required}
        requiredText={t('form.requiredField')}
        maxLength={MAX_LENGTH}
        maxLengthText={t('form.maxLength', { count: MAX_LENGTH })}
        disabled={disabled}
        error={error}
        inputRef={input}
      />
    </Box>
  )
}
