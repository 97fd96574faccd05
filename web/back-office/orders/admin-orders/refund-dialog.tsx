import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { type OrderRefunds, refunds as api } from '#contract/payments/refunds.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { eurosFromCents } from '#domain/money.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { ChoiceList } from '#web/kit/ui/inputs/choice-list.tsx'
import { eurosText, formatMoney } from '#web/kit/ui/money.tsx'
import { toCents } from '#web/kit/ui/money.tsx'
import { ReasonInput } from './choice-dialog.tsx'
import { FreeSumInput, typedFreeSumCents } from './free-sum-input.tsx'
import { refundStateText } from './order-labels.ts'
import { isUnderWay } from './queries.ts'
import {
  draftFrom,
  EMPTY_DRAFT,
  planDraftRefund,
  type RefundFormValues,
  type RefundLine,
  toRefundLines,
  RefundLines,
} from './refund-lines.tsx'

type RefundDialogProps = {
  order: AdminOrder
  refunds: OrderRefunds
  /** The line at which it starts; without one it starts with everything. */
  start?: RefundLine | undefined
  onClose: () => void
}

/** Chosen by one press: the usual refund needs no typing. */
export const REFUND_REASONS = ['spoiled', 'missing', 'scannedTwice', 'wrongPrice', 'returned'] as const

/** The progress of a refund, and its result. */
function RefundProgress({ refund }: { refund: OrderRefunds['refunds'][number] }) {
  const { t } = useTranslation()
  const money = eurosText(refund.amount)
  return (
    <Box role="status" sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ typography: 'h3' }}>{`${money}: ${refundStateText(refund, t)}`}</Box>
      {isUnderWay(refund) && <Box>{t('adminOrders.refund.working')}</Box>}
      {refund.detail !== null && <Box sx={{ color: 'text.secondary' }}>{refund.detail}</Box>}
    </Box>
  )
}

function goesBackText({ by_hand: isByHand, app }: OrderRefunds, amount: string, t: Translate): string {
  if (isByHand) return t('adminOrders.refund.goesByHand', { amount })
  return app === null
    ? t('adminOrders.refund.goesBack', { amount })
    : t('adminOrders.inApp.goesBack', { amount, app: app.name })
}

/** The line at which the refund starts, then the others by name. */
const startingWith = (start: RefundLine | undefined, lines: readonly RefundLine[]): RefundLine[] =>
  lines
    .toSorted(byFinnishName)
    .toSorted(
      (one, other) =>
        Number(other.order_line_id === start?.order_line_id) - Number(one.order_line_id === start?.order_line_id),
    )

/** Refunds all of an order, some of its lines or a sum without goods: what, why, and whether goods are returned to the shelf. */
export function RefundDialog({ order, refunds, start, onClose }: RefundDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const { draft, setDraft, reason, setReason, returnStock, setReturnStock, ...state } = useRefund(refunds, start)
  const { plan, leftCents, requested, isBusy, submit } = state
  const amount = plan && formatMoney(plan.amountCents)
  const form = (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ChoiceList
        label={t('adminOrders.refund.what')}
        chosen={draft.kind}
        onChange={kind => setDraft({ ...draft, kind })}
        disabled={isBusy}
        choices={[
          { value: 'all', label: t('adminOrders.refund.all', { amount: formatMoney(leftCents) }) },
          { value: 'lines', label: t('adminOrders.refund.lines') },
          ...(refunds.free_sum_limit?.amount === 0
            ? []
            : [{ value: 'sum' as const, label: t('adminOrders.refund.anotherSum') }]),
        ]}
      />
      {draft.kind === 'lines' && (
        <RefundLines lines={startingWith(start, refunds.lines)} draft={draft} onChange={setDraft} />
      )}
      {draft.kind === 'sum' && (
        <FreeSumInput
          sum={draft.sum}
          onChange={sum => setDraft({ ...draft, sum })}
          limits={refunds}
          disabled={isBusy}
        />
      )}
      {order.order_type === 'standard' && draft.kind !== 'sum' && (
        <CheckInput
          label={t('adminOrders.refund.returnStock')}
          hint={t('adminOrders.refund.returnHint')}
          checked={returnStock}
          onChange={setReturnStock}
          disabled={isBusy}
        />
      )}
      <ReasonInput
        reason={reason}
        onChange={setReason}
        disabled={isBusy}
        showFault={state.isTried}
        common={REFUND_REASONS.map(each => t(`adminOrders.refund.reasons.${each}`))}
      />
      <Box role="status" sx={{ typography: refunds.by_hand ? 'body1' : 'h3' }}>
        {amount !== undefined
          ? goesBackText(refunds, amount, t)
          : t(draft.kind === 'sum' ? 'adminOrders.refund.noSum' : 'adminOrders.refund.nothing')}
      </Box>
    </Box>
  )
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen={isPhone} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{t('adminOrders.refund.title', { id: order.id })}</DialogTitle>
      <DialogContent>{requested ? <RefundProgress refund={requested} /> : form}</DialogContent>
      <DialogActions>
        {requested ? (
          <Button variant="contained" onClick={onClose} autoFocus>
            {t('common.close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <ActionButton variant="contained" loading={isBusy} onClick={() => void submit()}>
              {amount === undefined
                ? t('adminOrders.refund.open')
                : t(refunds.by_hand ? 'adminOrders.refund.submitByHand' : 'adminOrders.refund.submit', { amount })}
            </ActionButton>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

type RefundChoice = {
  draft: RefundFormValues
  reason: string
  returnStock: boolean
}

/** Requests the refund, and reloads its state whatever the outcome. */
function useRequestRefund(refunds: OrderRefunds) {
  const notifyFailure = useFailureNotice()
  return async ({ draft, reason, returnStock }: RefundChoice): Promise<number | undefined> => {
    const body = {
      refunded_amount: refunds.refunded_amount,
      reason: reason.trim(),
      return_stock: returnStock && draft.kind !== 'sum',
      ...(refunds.by_hand && { refunded_by_hand: true }),
      ...(draft.kind === 'lines' && { lines: toRefundLines(draft, refunds.lines) }),
      ...(draft.kind === 'sum' && { free_sum: eurosFromCents(typedFreeSumCents(draft.sum, refunds) ?? 0) }),
    }
    try {
      return (await callApi(api.request, { params: { id: String(refunds.order_id) }, body })).id
    } catch (error) {
      notifyFailure(error, 'refund-failed')
      return undefined
    } finally {
      await awaitReload()
    }
  }
}

/** The form of a refund, its amount, and its state once requested. */
function useRefund(refunds: OrderRefunds, start: RefundLine | undefined) {
  const requestRefund = useRequestRefund(refunds)
  const [draft, setDraft] = useState<RefundFormValues>(start ? draftFrom(start) : EMPTY_DRAFT)
  const [reason, setReason] = useState('')
  const [returnStock, setReturnStock] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [requestedId, setRequestedId] = useState<number>()
  const [isTried, setTried] = useState(false)
  const plan = planDraftRefund(draft, refunds)
  const submit = async () => {
    setTried(true)
    if (plan === undefined || reason.trim() === '') return
    setBusy(true)
    setRequestedId(await requestRefund({ draft, reason, returnStock }))
    setBusy(false)
  }
  const fields = { draft, setDraft, reason, setReason, returnStock, setReturnStock }
  return {
    ...fields,
    isBusy,
    submit,
    isTried,
    plan,
    leftCents: toCents(refunds.paid_amount) - toCents(refunds.refunded_amount),
    requested: refunds.refunds.find(({ id }) => id === requestedId),
  }
}
