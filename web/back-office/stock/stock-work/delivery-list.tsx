import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import { useState } from 'react'
import { type Delivery, stock } from '#contract/stock/stock.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { useSupplierFilter } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { Euros } from '#web/back-office/kit/figures.tsx'
import { signedText } from '#web/back-office/kit/quantity-labels.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListSource } from '#web/kit/lists/list-types.ts'
import { EmailText } from '#web/kit/lists/row-parts.tsx'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { UndoDeliveryDialog } from './undo-delivery-dialog.tsx'
import { stockPath } from './work-labels.ts'

/** A number such as L-1394 does not break at its hyphen, unless it is longer than its column. */
const unbrokenStyles = { display: 'inline-block', maxWidth: '100%' } as const

/** What those who only help in the store don't get. */
const keeperColumns = (t: Translate): readonly ListColumn<Delivery>[] => [
  {
    name: 'cost',
    label: t('stock.cost'),
    align: 'end',
    labelOnCard: true,
    cell: ({ cost, lines, unpriced }) => (cost === null || unpriced === lines.length ? '–' : <Euros amount={cost} />),
  },
  {
    name: 'by',
    label: t('stock.by'),
    optional: 'hidden',
    cell: ({ by }) => by.email && <EmailText address={by.email} />,
  },
]

type ColumnsInput = { store: StockStore; onUndo: (delivery: Delivery) => void }

function useColumns({ store, onUndo }: ColumnsInput): readonly ListColumn<Delivery>[] {
  const { t } = useTranslation()
  const hasValues = useMay()(stock.value, store.id)
  return [
    {
      name: 'id',
      label: t('stock.deliveries'),
      role: 'title',
      cell: ({ id, at }) =>
        `${t('stock.deliveryName', { id: String(id) })} · ${formatDateTime(new Date(at), store.time_zone)}`,
    },
    {
      name: 'supplier',
      label: t('stock.supplier'),
      cell: ({ supplier, note }) => (
        <>
          {supplier?.name ?? t('stock.noSupplier')}
          {note && (
            <>
              {' · '}
              <Box component="span" sx={unbrokenStyles}>
                {note}
              </Box>
            </>
          )}
        </>
      ),
    },
    { name: 'lines', label: t('stock.product'), cell: ({ lines }) => <DeliveryLines lines={lines} /> },
    {
      name: 'order',
      label: t('purchasing.order'),
      cell: ({ purchase_order_id: order }) =>
        order === null ? null : (
          <MuiLink
            component={Link}
            to={stockPath({ store: store.id, order })}
            sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}
          >
            {t('purchasing.name', { id: String(order) })}
          </MuiLink>
        ),
    },
    ...(hasValues ? keeperColumns(t) : []),
    {
      name: 'undo',
      label: t('stock.undo'),
      isLabelHidden: true,
      cell: delivery => <UndoCell delivery={delivery} onUndo={onUndo} />,
    },
  ]
}

function UndoCell({ delivery, onUndo }: { delivery: Delivery; onUndo: (delivery: Delivery) => void }) {
  const { t } = useTranslation()
  if (delivery.undone_by !== null) return <StatusPill tone="closed">{t('stock.isUndone')}</StatusPill>
  if (delivery.undoes !== null) return t('stock.isUndo', { id: String(delivery.undoes) })
  return (
    <Button
      variant="text"
      size="small"
      sx={{ my: -0.25, whiteSpace: 'nowrap' }}
      aria-label={`${t('stock.undo')}: ${t('stock.deliveryName', { id: String(delivery.id) })}`}
      onClick={() => onUndo(delivery)}
    >
      {t('stock.undo')}
    </Button>
  )
}

const opensOthers = {
  display: 'flex',
  alignItems: 'center',
  columnGap: 1,
  minHeight: 44,
  my: -0.5,
  cursor: 'pointer',
} as const

/** What came: two products, or the first one and the others on request. */
function DeliveryLines({ lines }: Pick<Delivery, 'lines'>) {
  const { t } = useTranslation()
  const isFew = lines.length <= 2
  const lineText = ({ name, quantity, unit }: Delivery['lines'][number]) => `${name} ${signedText(quantity, unit, t)}`
  const [first] = lines
  const list = (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {lines.slice(isFew ? 0 : 1).map(line => (
        <li key={line.product_id}>{lineText(line)}</li>
      ))}
    </Box>
  )
  if (isFew || !first) return list
  return (
    <details>
      <Box component="summary" sx={opensOthers}>
        <span>{lineText(first)}</span>
        <Box component="span" sx={{ color: 'primary.main', fontWeight: 650, whiteSpace: 'nowrap' }}>
          {t('lists.moreLines', { count: lines.length - 1 })}
        </Box>
      </Box>
      {list}
    </details>
  )
}

/** What came to a store, the newest first. */
export function DeliveryList({ store }: { store: StockStore }) {
  const { t } = useTranslation()
  const [requested, setRequested] = useState<Delivery>()
  const supplier = useSupplierFilter(t('stock.supplier'))
  const source: ListSource<Delivery> = {
    endpoint: stock.deliveries,
    params: { id: store.id },
    getId: ({ id }) => id,
    getName: ({ id }) => t('stock.deliveryName', { id: String(id) }),
  }
  return (
    <Page
      title={t('stock.deliveries')}
      lead={`${store.name}. ${t('stock.deliveriesLead')}`}
      width="wide"
      aside={
        <Button variant="text" size="small" component={Link} to={stockPath({ store: store.id })}>
          {t('stock.backToStock')}
        </Button>
      }
    >
      <AdminList
        caption={t('stock.deliveries')}
        source={source}
        columns={useColumns({ store, onUndo: setRequested })}
        defaultSort="-id"
        filters={[supplier, { name: 'delivery_id', label: t('stock.deliveries'), options: [], place: 'chip' }]}
        countText={count => t('stock.deliveryCount', { count })}
        sumsText={({ total = 0 }) => t('lists.sumTotal', { amount: eurosText(total) })}
        empty={<EmptyState title={t('stock.noDeliveries')} text={t('stock.noDeliveriesText')} />}
      />
      {requested && <UndoDeliveryDialog id={requested.id} onClose={() => setRequested(undefined)} />}
    </Page>
  )
}
