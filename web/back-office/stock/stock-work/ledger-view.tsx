import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { listExports } from '#contract/administration/list-exports.ts'
import { type LedgerRow, stock } from '#contract/stock/stock.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { formatUnitQuantity, signedText } from '#web/back-office/kit/quantity-labels.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
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
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayOpen = useMayOpen()
  const shelf = { params: { id: store.id }, query: { product_id: productId } }
  const { data } = useQuery(queryFor(stock.list, shelf))
  const product = data?.items[0]
  const timeText = (instant: string) => formatDateTime(new Date(instant), store.time_zone)
  const columns = useLedgerColumns({ storeId: store.id, unit: product?.unit ?? '', timeText })
  if (data && !product) return <Navigate to={stockPath({ store: store.id })} replace />
  if (!product) return <RecordLoading />
  const { name } = product
  const page = `${PATHS.products}/${productId}/edit`
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
      lead={`${store.name}: ${formatUnitQuantity(product.quantity, product.unit, t)}`}
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
            {mayOpen(page) && (
              <Button variant="outlined" size="small" component={Link} to={page}>
                {t('stock.openProduct')}
              </Button>
            )}
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

type MoveKind = LedgerRow['kind']

const LEDGER_KINDS = [
  'delivery',
  'sale',
  'count',
  'waste',
  'correction',
  'refund',
  'return',
] as const satisfies readonly MoveKind[]

export function ledgerKindText(kind: MoveKind, t: Translate): string {
  const texts: Record<MoveKind, string> = {
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

const figuresText = (text: string): ReactNode => (
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
      cell: ({ quantity }) => figuresText(signedText(quantity, unit, t)),
    },
    {
      name: 'after',
      label: t('stock.after'),
      align: 'end',
      labelOnCard: true,
      cell: ({ quantity_after: after }) => figuresText(formatUnitQuantity(after, unit, t)),
    },
    { name: 'at', label: t('stock.when'), cell: ({ at }) => figuresText(timeText(at)) },
    { name: 'by', label: t('stock.by'), cell: ({ by }) => by && <EmailText address={by.email} /> },
    { name: 'reason', label: t('stock.why'), cell: ({ reason }) => reason },
    { name: 'cause', label: t('stock.cause'), cell: cause },
  ]
}
