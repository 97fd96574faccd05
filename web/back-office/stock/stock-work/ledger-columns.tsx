import type { LedgerRow } from '#contract/stock/stock.ts'
import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import type { Translate } from '#web/kit/i18n/translate.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import type { ListColumn } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { shownQuantity, signedText } from './quantity-words.ts'
import { stockPath } from './stock-address.ts'

type Kind = LedgerRow['kind']

export const LEDGER_KINDS = [
  'delivery',
  'sale',
  'count',
  'waste',
  'correction',
  'refund',
  'return',
] as const satisfies readonly Kind[]

export function ledgerKindText(kind: Kind, t: Translate): string {
  const texts: Record<Kind, string> = {
    delivery: t('stock.kindDelivery'),
    count: t('stock.kindCount'),
    waste: t('stock.kindWaste'),
    correction: t('stock.kindCorrection'),
    sale: t('stock.kindSale'),
    refund: t('stock.kindRefund'),
    return: t('stock.kindReturn'),
  }
  return texts[kind]
}

const figures = (text: string): ReactNode => (
  <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
    {text}
  </Box>
)

interface LedgerColumns {
  storeId: number
  unit: string
  /** Formats an instant in the store's time zone. */
  timeText: (instant: string) => string
}

/** The columns of the ledger: time, kind, quantity, the stock after it, author and reason. */
export function useLedgerColumns({ storeId, unit, timeText }: LedgerColumns): readonly ListColumn<LedgerRow>[] {
  const { t } = useTranslation()
  const cause = ({ order_id: order, stock_take_id: take }: LedgerRow): ReactNode => {
    if (order !== null) {
      return (
        <MuiLink component={Link} to={`${PATHS.orders}?q=${order}`}>
          {t('stock.order', { id: String(order) })}
        </MuiLink>
      )
    }
    if (take === null) return null
    return (
      <MuiLink component={Link} to={stockPath({ store: storeId, take })}>
        {t('stockTakes.name', { id: String(take) })}
      </MuiLink>
    )
  }
  return [
    { name: 'kind', label: t('stock.kind'), role: 'title', cell: ({ kind }) => ledgerKindText(kind, t) },
    {
      name: 'quantity',
      label: t('stock.change'),
      role: 'status',
      align: 'end',
      cell: ({ quantity }) => figures(signedText(quantity, unit, t)),
    },
    {
      name: 'after',
      label: t('stock.after'),
      align: 'end',
      labelOnCard: true,
      cell: ({ quantity_after: after }) => figures(shownQuantity(after, unit, t)),
    },
    { name: 'at', label: t('stock.when'), cell: ({ at }) => figures(timeText(at)) },
    { name: 'by', label: t('stock.by'), cell: ({ by }) => by?.email },
    { name: 'reason', label: t('stock.why'), cell: ({ reason }) => reason },
    { name: 'cause', label: t('stock.cause'), cell: cause },
  ]
}
