import Button from '@mui/material/Button'
import { useState } from 'react'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import { LotChoices } from '#web/back-office/stock/stock-work/lot-choices.tsx'
import { NumberPad, UnusualQuestion } from '#web/back-office/stock/stock-work/number-pad.tsx'
import { type DraftGoods, isUnusual, typedQuantity } from '#web/back-office/stock/stock-work/stock-draft.ts'
import { unitText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { CountAmount } from './count-queue.ts'

type CountPadProps = {
  goods: DraftGoods
  /** The quantity counted so far. */
  counted: number | null
  /** That was scanned: a key of `lotKey`. */
  lot?: string | undefined
  storeId: number
  onCount: (amount: CountAmount) => void
  onClose: () => void
}

/** Enters a quantity that is added to the counted one, or replaces it. What is of a lot is added. */
export function CountPad({ goods, counted, lot: scannedLot, storeId, onCount, onClose }: CountPadProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const [lot, setLot] = useState(scannedLot)
  const [unusual, setUnusual] = useState<{ mode: 'add' | 'set'; quantity: number }>()
  const submit = (mode: 'add' | 'set') => {
    // Adding 0 is invalid, but setting 0 isn't: a shelf may be empty.
    const quantity = typedQuantity(text, mode === 'add' ? 'delivery' : 'count', goods.codeType)
    setInvalid(quantity === undefined)
    if (quantity === undefined) return
    if (isUnusual(quantity)) setUnusual({ mode, quantity })
    else finish(mode, quantity)
  }
  const finish = (mode: 'add' | 'set', quantity: number) => {
    onCount({ mode, quantity, lot })
    onClose()
  }
  const isNew = counted === null
  return (
    <NumberPad
      title={goods.name}
      label={
        isNew
          ? `${t('stockTakes.padFirst')} (${unitText(goods.unit, t)})`
          : t('stockTakes.padMore', { quantity: formatUnitQuantity(counted, goods.unit, t) })
      }
      text={text}
      onText={setText}
      onSubmit={() => submit(isNew && lot === undefined ? 'set' : 'add')}
      onClose={onClose}
      fault={isInvalid ? t('stock.problemQuantity') : undefined}
      choices={<LotChoices storeId={storeId} productId={goods.productId} chosen={lot} onChoose={setLot} />}
    >
      {unusual && (
        <UnusualQuestion
          lines={[{ name: goods.name, unit: goods.unit, text }]}
          onConfirm={() => finish(unusual.mode, unusual.quantity)}
          onCancel={() => setUnusual(undefined)}
        />
      )}
      {isNew ? (
        <Button type="submit" variant="contained">
          {t('stockTakes.padDone')}
        </Button>
      ) : (
        <>
          {lot === undefined && (
            <Button variant="outlined" onClick={() => submit('set')}>
              {t('stockTakes.padSet')}
            </Button>
          )}
          <Button type="submit" variant="contained">
            {t('stockTakes.padAdd')}
          </Button>
        </>
      )}
    </NumberPad>
  )
}
