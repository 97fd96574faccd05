import Button from '@mui/material/Button'
import { Dialog } from '#web/ui/dialog.tsx'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminProducts } from '#contract/admin-products.ts'
import { type DatedVatClass, vatRates } from '#contract/vat-rates.ts'
import { shopDate } from '#domain/shop-date.ts'
import { isDay } from '#domain/store-form.ts'
import { hasCode } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { queryKeyOf } from '#web/api/query-of.ts'
import { useFailureNotice } from '#web/features/acts/use-failure-notice.ts'
import { vatClassName } from '#web/features/admin-products/queries.ts'
import { DateInput } from '#web/features/forms/date-input.tsx'
import { ActionButton } from '#web/ui/action-button.tsx'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { typedPercent } from './typed-percent.ts'

interface RateDialogProps {
  /** The class that gets a rate from a later day on; without it a new class is made. */
  to: DatedVatClass | undefined
  onClose: () => void
}

/** What is typed, what is wrong with it, and the way to save it. */
function useRate({ to, onClose }: RateDialogProps) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const tellFailure = useFailureNotice()
  const cache = useQueryClient()
  const [typed, setTyped] = useState({ name: '', vat: '', day: '' })
  const [today] = useState(() => shopDate(new Date()))
  const [isBusy, setBusy] = useState(false)
  const [wasSent, setSent] = useState(false)
  const [taken, setTaken] = useState(false)
  const vat = typedPercent(typed.vat)
  const missing = (text: string) => (text.trim() === '' ? t('form.requiredField') : undefined)
  const wrong = {
    name: to === undefined && typed.name.trim() === '' ? t('form.requiredField') : undefined,
    vat: missing(typed.vat) ?? (vat === undefined ? t('settings.vatPercentWrong') : undefined),
    day:
      to === undefined
        ? undefined
        : (missing(typed.day) ?? (isDay(typed.day) && typed.day > today ? undefined : t('settings.vatDayWrong'))),
  }
  const fail = (error: unknown) => {
    if (hasCode(error, 'form.invalid')) return setTaken(true)
    tellFailure(error, 'vat')
  }
  const save = async (percent: number) => {
    setBusy(true)
    try {
      await (to
        ? callApi(vatRates.add, { params: { id: to.id }, body: { valid_from: typed.day, vat: percent } })
        : callApi(vatRates.addClass, { body: { name: typed.name, vat: percent } }))
      notify({ id: 'vat', severity: 'success', text: t('settings.vatSaved') })
      void cache.invalidateQueries({ queryKey: queryKeyOf(vatRates.list) })
      void cache.invalidateQueries({ queryKey: queryKeyOf(adminProducts.vatClasses) })
      onClose()
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (vat !== undefined && !wrong.name && !wrong.day) void save(vat)
  }
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (text: string) => {
      setTaken(false)
      setTyped(before => ({ ...before, [name]: text }))
    },
    error: wasSent ? wrong[name] : undefined,
  })
  const takenText = taken ? t('settings.vatTaken') : undefined
  return { field, takenText, submit, isBusy }
}

/** Asks for a new rate, or a new class with its first. */
export function RateDialog({ to, onClose }: RateDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const { field, takenText, submit, isBusy } = useRate({ to, onClose })
  const [name, day] = [field('name'), field('day')]
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>
        {to ? t('settings.vatAddTo', { name: vatClassName(to.name, t) }) : t('settings.vatAddClass')}
      </DialogTitle>
      <form noValidate onSubmit={submit}>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
          {to ? (
            <DateInput label={t('settings.vatDay')} required {...day} error={takenText ?? day.error} />
          ) : (
            <TextInput
              label={t('settings.vatClassName')}
              required
              maxLength={60}
              autoComplete="off"
              {...name}
              error={takenText ?? name.error}
            />
          )}
          <TextInput
            label={t('settings.vatPercent')}
            required
            inputMode="decimal"
            autoComplete="off"
            {...field('vat')}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <ActionButton type="submit" variant="contained" loading={isBusy}>
            {to ? t('settings.vatAdd') : t('settings.vatAddClass')}
          </ActionButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
