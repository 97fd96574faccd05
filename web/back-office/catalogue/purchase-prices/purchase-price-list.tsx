import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type PurchasePriceRow, purchasePrices } from '#contract/catalogue/purchase-prices.ts'
import { formatPurchasePrice, TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import { dayText } from '#domain/format/day-text.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { moneyFormat } from '#web/kit/ui/money.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { PurchasePriceDialog } from './purchase-price-dialog.tsx'

const priceText = (euros: number) => formatPurchasePrice(Math.round(euros * TEN_THOUSANDTHS_PER_EURO), moneyFormat())

function PriceRow({ row, onRemove }: { row: PurchasePriceRow; onRemove: () => void }) {
  const { t } = useTranslation()
  const day = dayText(row.valid_from)
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 650 }}>
        <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>{priceText(row.price)}</Box>
        {row.is_current && <StatusPill tone="open">{t('productForm.versionNow')}</StatusPill>}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('purchasePrices.from', { supplier: row.supplier.name, day })}
        </Box>
        <Button
          variant="text"
          aria-label={t('purchasePrices.removeOf', { supplier: row.supplier.name, day })}
          onClick={onRemove}
        >
          {t('purchasePrices.remove')}
        </Button>
      </Box>
    </Box>
  )
}

function RemoveQuestion({
  productId,
  row,
  onClose,
}: {
  productId: number
  row: PurchasePriceRow
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      const params = { id: productId, supplier_id: row.supplier.id, valid_from: row.valid_from }
      await callApi(purchasePrices.remove, { params })
      notify({ id: 'purchasePrice', severity: 'success', text: t('purchasePrices.removed') })
    } catch (error) {
      notifyFailure(error, 'purchasePrice')
    } finally {
      setBusy(false)
      onClose()
    }
  }
  return (
    <ConfirmDialog
      open
      title={t('purchasePrices.removeTitle')}
      text={t('purchasePrices.removeText', { supplier: row.supplier.name, day: dayText(row.valid_from) })}
      confirmText={t('purchasePrices.remove')}
      cancelText={t('common.cancel')}
      danger
      busy={isBusy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  )
}

/** The purchase prices of a product: current, past and planned. */
export function PurchasePriceList({ productId, supplierId }: { productId: number; supplierId: number }) {
  const { t } = useTranslation()
  const id = useId()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<PurchasePriceRow>()
  const query = queryFor(purchasePrices.list, { params: { id: String(productId) } })
  const { data } = useQuery({ ...query, meta: { isBackground: true } })
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id}>
        {t('purchasePrices.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>
        {t(data?.length === 0 ? 'purchasePrices.none' : 'purchasePrices.lead')}
      </Typography>
      <Box component="ol" sx={{ m: 0, my: 1, p: 0, listStyle: 'none' }}>
        {data?.map(row => (
          <PriceRow key={`${row.supplier.id} ${row.valid_from}`} row={row} onRemove={() => setRemoved(row)} />
        ))}
      </Box>
      <Button variant="outlined" onClick={() => setAdding(true)}>
        {t('purchasePrices.add')}
      </Button>
      {isAdding && (
        <PurchasePriceDialog productId={productId} supplierId={supplierId} onClose={() => setAdding(false)} />
      )}
      {removed && <RemoveQuestion productId={productId} row={removed} onClose={() => setRemoved(undefined)} />}
    </Panel>
  )
}
