import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { type StockLot, stock } from '#contract/stock/stock.ts'
import { lotKey } from '#domain/catalogue/lot.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CHOICE_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import { lotKeyText } from './draft-lots.ts'

type LotChoicesProps = {
  storeId: number
  productId: number
  /** A key of `lotKey`. */
  chosen: string | undefined
  onChoose: (key: string | undefined) => void
}

const toKey = ({ lot, best_before: bestBefore, use_by: useBy }: StockLot) =>
  lotKey({
    ...(lot !== null && { lot }),
    ...(bestBefore !== null && { bestBefore }),
    ...(useBy !== null && { useBy }),
  })

/** The lots of a product that a store has, to choose one or none; nothing where no lot is known. A scanned lot is a choice, too. */
export function LotChoices({ storeId, productId, chosen, onChoose }: LotChoicesProps) {
  const { t } = useTranslation()
  const { data } = useQuery({
    ...queryFor(stock.lots, { params: { id: storeId }, query: { product_id: productId } }),
    // Without a network, work goes on without a lot.
    meta: { isBackground: true },
  })
  const keys = new Set([...(chosen === undefined ? [] : [chosen]), ...(data?.items ?? []).map(toKey)])
  if (keys.size === 0) return null
  return (
    <Box role="group" aria-label={t('stock.lot')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {[...keys].map(key => (
        <button
          type="button"
          key={key}
          className={CHOICE_CLASS}
          aria-pressed={key === chosen}
          // Keeps the focus in a field, so that Enter still submits the number.
          onMouseDown={event => event.preventDefault()}
          onClick={() => onChoose(key === chosen ? undefined : key)}
        >
          {lotKeyText(key, t)}
        </button>
      ))}
    </Box>
  )
}
