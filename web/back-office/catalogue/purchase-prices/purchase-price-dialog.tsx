import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type FormEvent, useId, useState } from 'react'
import { purchasePrices } from '#contract/catalogue/purchase-prices.ts'
import { parsePurchasePrice } from '#domain/catalogue/purchase-price.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { parseDecimalInput } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import { SupplierInput } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

type PurchasePriceDialogProps = { productId: number; supplierId: number; onClose: () => void }
type Field = 'supplier' | 'day' | 'price'

function usePriceForm({ productId, supplierId, onClose }: PurchasePriceDialogProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const [typed, setTyped] = useState<Record<Field, string>>(() => ({
    supplier: String(supplierId),
    day: shopDate(new Date()),
    price: '',
  }))
  const [isBusy, setBusy] = useState(false)
  const [wasSent, setSent] = useState(false)
  const [isTaken, setIsTaken] = useState(false)
  const price = parseDecimalInput(typed.price)
  const isPrice = price !== undefined && parsePurchasePrice(price) !== undefined
  const problems = {
    supplier: typed.supplier === '' ? t('form.requiredField') : undefined,
    day: isDay(typed.day) ? undefined : t('purchasePrices.dayWrong'),
    price: isPrice ? undefined : t(typed.price.trim() === '' ? 'form.requiredField' : 'purchasePrices.priceWrong'),
  }
  const save = async () => {
    setBusy(true)
    try {
      const body = { supplier_id: Number(typed.supplier), valid_from: typed.day, price: price ?? 0 }
      await callApi(purchasePrices.add, { params: { id: productId }, body })
      notify({ id: 'purchasePrice', severity: 'success', text: t('purchasePrices.saved') })
      onClose()
    } catch (error) {
      if (hasCode(error, 'form.invalid')) setIsTaken(true)
      else notifyFailure(error, 'purchasePrice')
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (Object.values(problems).every(problem => problem === undefined)) void save()
  }
  const field = (name: Field) => ({
    value: typed[name],
    onChange: (text: string) => {
      setIsTaken(false)
      setTyped(before => ({ ...before, [name]: text }))
    },
    error: isTaken && name === 'day' ? t('purchasePrices.taken') : wasSent ? problems[name] : undefined,
  })
  return { field, submit, isBusy }
}

/** Asks for a purchase price: the supplier, the first day and the amount. */
export function PurchasePriceDialog(props: PurchasePriceDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const { field, submit, isBusy } = usePriceForm(props)
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>{t('purchasePrices.add')}</DialogTitle>
      <form noValidate onSubmit={submit}>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
          <SupplierInput
            label={t('productForm.fields.supplier_id')}
            required
            placeholder={t('productForm.choose')}
            {...field('supplier')}
          />
          <DateInput label={t('purchasePrices.day')} required {...field('day')} />
          <TextInput
            label={t('purchasePrices.price')}
            required
            inputMode="decimal"
            autoComplete="off"
            hint={t('purchasePrices.priceHint')}
            {...field('price')}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <ActionButton type="submit" variant="contained" loading={isBusy}>
            {t('purchasePrices.save')}
          </ActionButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
