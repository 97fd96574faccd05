import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type DatedVatClass, vatRates } from '#contract/catalogue/vat-rates.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useAct } from '#web/kit/mutations/use-act.ts'
import { useForgetVat } from './use-vat-change.ts'

/** Asks before it removes a class, or its rate from a day; the day, or `class`, is what is asked about. */
export function useRemoveVat({ id }: DatedVatClass) {
  const { t } = useTranslation()
  const forget = useForgetVat()
  const [asked, ask] = useState<string>()
  const { isBusy, act } = useAct('vat')
  const remove = () =>
    act(async () => {
      if (asked === 'class') {
        await callApi(vatRates.removeClass, { params: { id } })
        return t('settings.vatClassRemoved')
      }
      await callApi(vatRates.remove, { params: { id, valid_from: asked ?? '' } })
      return t('settings.vatRemoved')
    }).finally(() => {
      ask(undefined)
      forget()
    })
  return { asked, ask, remove, isBusy }
}
