import { adminRecalls, type RecallBuyer } from '#contract/orders/admin-recalls.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { Euros } from '#web/back-office/kit/figures.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { EmailText } from '#web/kit/lists/row-parts.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

const STATE_TONES = { confirmed: 'open', reached: 'open', waiting: 'attention', not_reached: 'danger' } as const

const buyerSource = (id: number): ListSource<RecallBuyer> => ({
  endpoint: adminRecalls.buyers,
  params: { id },
  getId: buyer => buyer.id,
  getName: ({ user }) => user.email,
})

function useFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  return [
    {
      name: 'refund_requested',
      label: t('recalls.refund'),
      options: [{ value: 'true', label: t('recalls.refundRequested') }],
    },
    {
      name: 'reached',
      label: t('recalls.state'),
      options: [
        { value: 'true', label: t('recalls.buyerStates.reached') },
        { value: 'false', label: t('recalls.buyerStates.not_reached') },
      ],
    },
  ]
}

function RefundButton({ recallId, buyer }: { recallId: number; buyer: RecallBuyer }) {
  const { t } = useTranslation()
  const { isBusy, act } = useAction('recall')
  if (buyer.amount <= buyer.refunded_amount) return null
  const refund = () =>
    act(async () => {
      const params = { id: recallId, buyer: buyer.id }
      const { refunds, not_refunded: others } = await callApi(adminRecalls.refund, { params, body: {} })
      const orders = others.map(({ order_id: id }) => id).join(', ')
      return others.length > 0 ? t('recalls.notRefunded', { orders }) : t('recalls.refundBegun', { count: refunds })
    })
  return (
    <ActionButton
      variant={buyer.refund_requested_at === null ? 'text' : 'outlined'}
      size="small"
      loading={isBusy}
      aria-label={t('recalls.refundOf', { email: buyer.user.email })}
      onClick={() => void refund()}
    >
      {t('recalls.refundNow')}
    </ActionButton>
  )
}

function useColumns(recallId: number): readonly ListColumn<RecallBuyer>[] {
  const { t } = useTranslation()
  return [
    {
      name: 'email',
      label: t('recalls.buyer'),
      role: 'title',
      cell: ({ user, is_certain: isCertain }) => (
        <>
          <EmailText address={user.email} />
          {!isCertain && <div>{t('recalls.lotUnknown')}</div>}
        </>
      ),
    },
    {
      name: 'state',
      label: t('recalls.state'),
      role: 'status',
      cell: ({ state }) => <StatusPill tone={STATE_TONES[state]}>{t(`recalls.buyerStates.${state}`)}</StatusPill>,
    },
    {
      name: 'amount',
      label: t('recalls.paid'),
      align: 'end',
      labelOnCard: true,
      cell: ({ amount }) => <Euros amount={amount} />,
    },
    {
      name: 'refunded',
      label: t('recalls.refunded'),
      align: 'end',
      labelOnCard: true,
      cell: buyer => <Euros amount={buyer.refunded_amount} />,
    },
    {
      name: 'refund_requested',
      label: t('recalls.refundRequested'),
      labelOnCard: true,
      cell: ({ refund_requested_at: at }) => (at === null ? '–' : shopTimeText(at)),
    },
    {
      name: 'deeds',
      label: t('recalls.refund'),
      isLabelHidden: true,
      role: 'status',
      cell: buyer => <RefundButton recallId={recallId} buyer={buyer} />,
    },
  ]
}

/** The buyers of a recall, with a button to refund each. */
export function RecallBuyerList({ recallId }: { recallId: number }) {
  const { t } = useTranslation()
  return (
    <AdminList
      caption={t('recalls.buyers')}
      source={buyerSource(recallId)}
      columns={useColumns(recallId)}
      defaultSort="id"
      filters={useFilters()}
      countText={count => t('recalls.buyerCount', { count })}
      empty={<EmptyState title={t('recalls.noBuyers')} text={t('recalls.noBuyersText')} />}
    />
  )
}
