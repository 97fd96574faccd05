import type { StockStore } from './stock-store.ts'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { type LedgerRow, stock } from '#contract/stock/stock.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { queryOf } from '#web/kit/api/query-of.ts'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { listExports } from '#contract/administration/list-exports.ts'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListSource } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { draftStore } from './draft-store.ts'
import { LEDGER_KINDS, ledgerKindText, useLedgerColumns } from './ledger-columns.tsx'
import { shownQuantity } from './quantity-words.ts'
import { stockPath } from './stock-address.ts'
import { addToDraft } from './stock-draft.ts'

/** Every change of a product's stock in a store, and the action for correcting it. */
export function LedgerView({ store, productId }: { store: StockStore; productId: number }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()

  const { data: product } = useQuery(queryOf(adminProducts.read, { params: { id: productId } }))
  const timeText = (instant: string) => formatDateTime(new Date(instant), store.time_zone)
  const columns = useLedgerColumns({ storeId: store.id, unit: product?.unit ?? '', timeText })
  if (!product) return <RecordLoading />
  const { names } = product
  const name = Object.entries(names).find(([code]) => code === i18n.language)?.[1] || names.fi || names.en || names.sv
  const there = product.stores.find(({ store_id: id }) => id === store.id)?.quantity ?? 0
  const source: ListSource<LedgerRow> = {
    endpoint: stock.ledger,
    params: { id: store.id, product_id: productId },
    idOf: ({ id }) => id,
    nameOf: ({ id }) => String(id),
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
      lead={`${store.name}: ${shownQuantity(there, product.unit, t)}`}
      width="wide"
      aside={
        <Button variant="text" component={Link} to={stockPath({ store: store.id })}>
          {t('stock.backToStock')}
        </Button>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" size="small" onClick={correct}>
          {t('stock.correctThis')}
        </Button>
        <Button variant="outlined" size="small" component={Link} to={`${PATHS.products}/${productId}/edit`}>
          {t('stock.openProduct')}
        </Button>
      </Box>
      <AdminList
        caption={t('stock.ledger')}
        source={source}
        columns={columns}
        usualSort="-id"
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
