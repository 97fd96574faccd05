import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { listExports } from '#contract/administration/list-exports.ts'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { type LedgerRow, stock } from '#contract/stock/stock.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { formatUnitQuantity, signedText } from '#web/back-office/kit/quantity-labels.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { queryFor } from '#web/kit/api/query-of.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListSource } from '#web/kit/lists/list-types.ts'
import { EmailText } from '#web/kit/lists/row-parts.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { addToDraft } from './stock-draft.ts'
import { draftStore } from './use-stock-work.ts'
import { stockPath } from './work-labels.ts'

/** Every change of a product's stock in a store, and the action for correcting it. */
export function LedgerView({ store, productId }: { store: StockStore; productId: number }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()

  const { data: product } = useQuery(queryFor(adminProducts.get, { params: { id: productId } }))
  const timeText = (instant: string) => formatDateTime(new Date(instant), store.time_zone)
  const columns = useLedgerColumns({ storeId: store.id, unit: product?.unit ?? '', timeText })
  if (!product) return <RecordLoading />
  const { names } = product
  const name = Object.entries(names).find(([code]) => code === i18n.language)?.[1] || names.fi || names.en || names.sv
  const there = product.stores.find(({ store_id: id }) => id === store.id)?.quantity ?? 0
  const source: ListSource<LedgerRow> = {
    endpoint: stock.ledger,
    params: { id: store.id, product_id: productId },
    getId: ({ id }) => id,
    getName: ({ id }) => String(id),
  }
  const correct = () => {
    const goods = { productId, name, unit: product.unit, codeType: product.product_code_type }
    draftStore(store.id, 'correction').change(
      draft => addToDraft(draft, { kind: 'correction', goods, quantity: 0 }).draft,
    )
    void navigate(stockPath({ store: store.id, work: 'correction' }))
  }
  return (
    <Page
      title={name}
      lead={`${store.name}: ${formatUnitQuantity(there, product.unit, t)}`}
      width="wide"
      aside={
        <>
          <Button
            variant="text"
            size="small"
            component={Link}
            to={stockPath({ store: store.id })}
            sx={{ ml: { md: 'auto' } }}
          >
            {t('stock.backToStock')}
          </Button>
          <Box sx={{ flex: { xs: '1 1 100%', md: 'none' }, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button variant="contained" size="small" onClick={correct}>
              {t('stock.correctThis')}
            </Button>
            <Button variant="outlined" size="small" component={Link} to={`${PATHS.products}/${productId}/edit`}>
              {t('stock.openProduct')}
            </Button>
          </Box>
        </>
      }
    >
      <AdminList
        caption={t('stock.ledger')}
        source={source}
        columns={columns}
        defaultSort="-id"
        exports={{ csv: listExports.ledgerCsv, xlsx: listExports.ledgerXlsx }}
        filters={[
          {
            name: 'kind',
            label: t('stock.kind'),
            options: LEDGER_KINDS.map(kind => ({ value: kind, label: ledgerKindText(kind, t) })),
          },
        ]}
        countText={(count, hasMore) =>
          hasMore ? t('lists.moreThan', { what: t('stock.moveCount', { count }) }) : t('stock.moveCount', { count })
        }
        empty={<EmptyState title={t('stock.noMoves')} text={t('stock.noMovesText')} />}
      />
    </Page>
  )
}

type Kind = LedgerRow['kind']

const LEDGER_KINDS = [
  'delivery',
  'sale',
  'count',
  'waste',
  'correction',
  'refund',
  'return',
] as const satisfies readonly Kind[]

function ledgerKindText(kind: Kind, t: Translate): string {
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

// As high as a finger, without raising its row.
const causeLink = { display: 'inline-flex', alignItems: 'center', minHeight: 44, my: -0.5 } as const

type LedgerColumns = {
  storeId: number
  unit: string
  /** Formats an instant in the store's time zone. */
  timeText: (instant: string) => string
}

/** The columns of the ledger: time, kind, quantity, the stock after it, author and reason. */
function useLedgerColumns({ storeId, unit, timeText }: LedgerColumns): readonly ListColumn<LedgerRow>[] {
  const { t } = useTranslation()
  const cause = ({ order_id: order, stock_take_id: take, delivery_id: delivery }: LedgerRow): ReactNode => {
    if (delivery !== null) {
      return (
        <MuiLink
          component={Link}
          sx={causeLink}
          to={`${stockPath({ store: storeId, deliveries: 'all' })}&delivery_id=${delivery}`}
        >
          {t('stock.deliveryName', { id: String(delivery) })}
        </MuiLink>
      )
    }
    if (order !== null) {
      return (
        <MuiLink component={Link} sx={causeLink} to={`${PATHS.orders}?q=${order}`}>
          {t('stock.order', { id: String(order) })}
        </MuiLink>
      )
    }
    if (take === null) return null
    return (
      <MuiLink component={Link} sx={causeLink} to={stockPath({ store: storeId, take })}>
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
      cell: ({ quantity_after: after }) => figures(formatUnitQuantity(after, unit, t)),
    },
    { name: 'at', label: t('stock.when'), cell: ({ at }) => figures(timeText(at)) },
    { name: 'by', label: t('stock.by'), cell: ({ by }) => by && <EmailText address={by.email} /> },
    { name: 'reason', label: t('stock.why'), cell: ({ reason }) => reason },
    { name: 'cause', label: t('stock.cause'), cell: cause },
  ]
}
