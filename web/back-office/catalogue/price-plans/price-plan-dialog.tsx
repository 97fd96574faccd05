import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type FormEvent, useId, useState } from 'react'
import { pricePlans } from '#contract/catalogue/price-plans.ts'
import { PLAN_PROBLEMS, type PlanKind, type PlanProblem } from '#domain/catalogue/price-plan.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { centsFromEuros } from '#domain/money.ts'
import { parseDecimalInput } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { problemsAmong } from '#web/kit/forms/record-fields.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

type PricePlanDialogProps = { productId: number; kind: PlanKind; onClose: () => void }
type Field = 'price' | 'from_day' | 'until_day'

/** What is wrong with each field: as typed, or by the server's answer. */
function useProblems(kind: PlanKind, typed: Record<Field, string>) {
  const { t } = useTranslation()
  const [refused, setRefused] = useState<PlanProblem[]>([])
  const price = parseDecimalInput(typed.price)
  const isPrice = price !== undefined && centsFromEuros(price) !== undefined && price > 0
  const missing = (text: string) => (text.trim() === '' ? t('form.requiredField') : undefined)
  const dayProblem = (day: string) => missing(day) ?? (isDay(day) ? undefined : t('pricePlans.problems.day'))
  const untilProblem = typed.until_day < typed.from_day ? t('pricePlans.problems.order') : undefined
  const fieldProblems: Record<Field, string | undefined> = {
    price: missing(typed.price) ?? (isPrice ? undefined : t('pricePlans.problems.invalid')),
    from_day: dayProblem(typed.from_day),
    until_day: kind === 'price' ? undefined : (dayProblem(typed.until_day) ?? untilProblem),
  }
  // A problem of the kind is shown at the price: the price is on the label.
  const findProblem = (field: Field) =>
    refused.find(each => each.field === field || (each.field === 'kind' && field === 'price'))?.problem
  const serverProblem = (field: Field) => {
    const problem = findProblem(field)
    return problem && t(`pricePlans.problems.${problem}`)
  }
  const isInvalid = Object.values(fieldProblems).some(problem => problem !== undefined)
  return { price: price ?? 0, fieldProblems, serverProblem, isWrong: isInvalid, setRefused }
}

function usePlanForm({ productId, kind, onClose }: PricePlanDialogProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const [typed, setTyped] = useState<Record<Field, string>>(() => ({
    price: '',
    from_day: plusDays(shopDate(new Date()), 1),
    until_day: '',
  }))
  const [isBusy, setBusy] = useState(false)
  const [wasSent, setSent] = useState(false)
  const { price, fieldProblems, serverProblem, isWrong, setRefused } = useProblems(kind, typed)
  const save = async () => {
    setBusy(true)
    try {
      const until_day = kind === 'price' ? null : typed.until_day
      const body = { kind, price, from_day: typed.from_day, until_day }
      await callApi(pricePlans.add, { params: { id: productId }, body })
      notify({ id: 'pricePlan', severity: 'success', text: t(`pricePlans.saved.${kind}`) })
      onClose()
    } catch (error) {
      const problems = hasCode(error, 'form.invalid')
        ? problemsAmong<PlanProblem>(error.body.problems, PLAN_PROBLEMS)
        : []
      if (problems.length > 0) setRefused(problems)
      else notifyFailure(error, 'pricePlan')
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (!isWrong) void save()
  }
  const field = (name: Field) => ({
    value: typed[name],
    onChange: (text: string) => {
      setRefused([])
      setTyped(before => ({ ...before, [name]: text }))
    },
    error: (wasSent ? fieldProblems[name] : undefined) ?? serverProblem(name),
  })
  return { field, submit, isBusy }
}

/** Asks for a campaign's price and days, or for a price and its first day. */
export function PricePlanDialog(props: PricePlanDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const { field, submit, isBusy } = usePlanForm(props)
  const isCampaign = props.kind === 'campaign'
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>{t(`pricePlans.add.${props.kind}`)}</DialogTitle>
      <form noValidate onSubmit={submit}>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
          <TextInput
            label={t('pricePlans.price')}
            required
            inputMode="decimal"
            autoComplete="off"
            hint={t(`pricePlans.hints.${props.kind}`)}
            {...field('price')}
          />
          <DateInput label={t('pricePlans.fromDay')} required {...field('from_day')} />
          {isCampaign && <DateInput label={t('pricePlans.untilDay')} required {...field('until_day')} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <ActionButton type="submit" variant="contained" loading={isBusy}>
            {t(`pricePlans.save.${props.kind}`)}
          </ActionButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
