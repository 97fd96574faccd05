import { payouts, type UnsettledMove } from '#contract/payments/payouts.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { Euros } from '#web/back-office/kit/figures.tsx'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListSource } from '#web/kit/lists/list-types.ts'
import { RowLink } from '#web/kit/lists/row-parts.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'

const SOURCE: ListSource<UnsettledMove> = {
  endpoint: payouts.unsettled,
  // Payments and refunds count their ids apart.
  getId: ({ id, kind }) => 2 * id + (kind === 'refund' ? 1 : 0),
  getName: ({ order_id, kind }) => `${order_id} ${kind}`,
}

function useColumns(): readonly ListColumn<UnsettledMove>[] {
  const { t } = useTranslation()
  const mayOpen = useMayOpen()
  const orderPath = (id: number) => {
    const path = PATHS.order.replace(':id', String(id))
    return mayOpen(path) ? path : undefined
  }
  return [
    {
      name: 'order',
      label: t('payouts.order'),
      role: 'title',
      cell: ({ order_id }) => (
        <RowLink path={orderPath(order_id)}>{t('payouts.orderNumber', { id: order_id })}</RowLink>
      ),
    },
    { name: 'at', label: t('payouts.time'), sort: 'at', cell: ({ at }) => shopTimeText(at) },
    { name: 'kind', label: t('payouts.kind'), cell: ({ kind }) => t(`payouts.kinds.${kind}`) },
    { name: 'provider', label: t('payouts.provider'), cell: ({ provider, store }) => `${provider} · ${store}` },
    { name: 'reference', label: t('payouts.reference'), optional: 'hidden', cell: ({ reference }) => reference },
    {
      name: 'amount',
      label: t('payouts.amount'),
      align: 'end',
      labelOnCard: true,
      cell: ({ amount }) => <Euros amount={amount} />,
    },
  ]
}

/** Payments and refunds that are in no uploaded report. */
export function UnsettledList() {
  const { t } = useTranslation()
  const columns = useColumns()
  return (
    <AdminList
      caption={t('payouts.unsettledTitle')}
      source={SOURCE}
      columns={columns}
      defaultSort="-at"
      countText={count => t('payouts.unsettledCount', { count })}
      empty={<EmptyState title={t('payouts.unsettledEmptyTitle')} text={t('payouts.unsettledEmptyText')} />}
    />
  )
}
