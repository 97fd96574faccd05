import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type PricePlanRow, pricePlans } from '#contract/catalogue/price-plans.ts'
import type { PlanKind } from '#domain/catalogue/price-plan.ts'
import { daysText, dayText } from '#domain/format/day-text.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { PricePlanDialog } from './price-plan-dialog.tsx'

const STATE_TONES = { planned: 'attention', running: 'open', over: 'closed', applied: 'closed' } as const

/** 27.11.2026–30.11.2026, or the day from which a price counts. */
const planDays = ({ from_day, until_day }: PricePlanRow, t: Translate): string =>
  until_day === null
    ? t('pricePlans.from', { day: dayText(from_day) })
    : daysText({ start_date: from_day, end_date: until_day })

/** What shoppers see of a running campaign. */
function getPriceNote({ visibility, lowest_price: lowest }: PricePlanRow, t: Translate): string | undefined {
  if (visibility === null) return undefined
  if (visibility !== 'announced') return t(`pricePlans.${visibility}`)
  return lowest === null ? t('pricePlans.perishable') : t('pricePlans.announced', { price: eurosText(lowest) })
}

function PlanRow({ plan, onRemove }: { plan: PricePlanRow; onRemove: () => void }) {
  const { t } = useTranslation()
  const { state } = plan
  const days = planDays(plan, t)
  const priceNote = getPriceNote(plan, t)
  const canRemove = state === 'planned' || state === 'running'
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 650 }}>
        <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>{eurosText(plan.price)}</Box>
        <StatusPill tone={STATE_TONES[state]}>
          {t(plan.ended_early ? 'pricePlans.endedEarly' : `pricePlans.states.${state}`)}
        </StatusPill>
      </Box>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', minHeight: 44 }}
      >
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t(`pricePlans.kinds.${plan.kind}`)}, {days}
        </Box>
        {canRemove && (
          <Button
            variant="text"
            sx={{ ml: 'auto' }}
            aria-label={t(`pricePlans.actionsOf.${state}`, { days })}
            onClick={onRemove}
          >
            {t(`pricePlans.actions.${state}`)}
          </Button>
        )}
      </Box>
      {priceNote !== undefined && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{priceNote}</Box>}
    </Box>
  )
}

type RemoveProps = { productId: number; plan: PricePlanRow; onClose: () => void }

function RemoveQuestion({ productId, plan, onClose }: RemoveProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const [isBusy, setBusy] = useState(false)
  const state = plan.state === 'running' ? 'running' : 'planned'
  const remove = async () => {
    setBusy(true)
    try {
      await callApi(pricePlans.remove, { params: { id: productId, plan_id: plan.id } })
      notify({ id: 'pricePlan', severity: 'success', text: t(`pricePlans.done.${state}`) })
    } catch (error) {
      notifyFailure(error, 'pricePlan')
    } finally {
      setBusy(false)
      onClose()
    }
  }
  const what = { price: eurosText(plan.price), days: planDays(plan, t) }
  return (
    <ConfirmDialog
      open
      title={t(`pricePlans.questions.${state}`)}
      text={t(`pricePlans.consequences.${state}`, what)}
      confirmText={t(`pricePlans.actions.${state}`)}
      cancelText={t('common.cancel')}
      danger
      busy={isBusy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  )
}

/** The campaigns of a product and its prices of later days. */
export function PricePlanList({ productId }: { productId: number }) {
  const { t } = useTranslation()
  const id = useId()
  const [added, setAdded] = useState<PlanKind>()
  const [removed, setRemoved] = useState<PricePlanRow>()
  const query = queryFor(pricePlans.list, { params: { id: String(productId) } })
  const { data } = useQuery({ ...query, meta: { isBackground: true } })
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id}>
        {t('pricePlans.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>
        {t(data?.length === 0 ? 'pricePlans.none' : 'pricePlans.lead')}
      </Typography>
      <Box component="ol" sx={{ m: 0, my: 1, p: 0, listStyle: 'none' }}>
        {data?.map(plan => (
          <PlanRow key={plan.id} plan={plan} onRemove={() => setRemoved(plan)} />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {(['campaign', 'price'] as const).map(kind => (
          <Button key={kind} variant="outlined" onClick={() => setAdded(kind)}>
            {t(`pricePlans.add.${kind}`)}
          </Button>
        ))}
      </Box>
      {added && <PricePlanDialog productId={productId} kind={added} onClose={() => setAdded(undefined)} />}
      {removed && <RemoveQuestion productId={productId} plan={removed} onClose={() => setRemoved(undefined)} />}
    </Panel>
  )
}
