import { useIsMutating } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { tabStorage } from '#web/kit/api/browser-storage.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Spinner } from '#web/kit/ui/loading.tsx'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { PAY_KEY } from '#web/shop/orders/checkout/use-pay.ts'
import css from './payment-status.module.css'
import { TimeLeft } from './time-left.tsx'

const OPENED = 'opened-app'

/** Opens the app by itself once, in the tab in which the shopper pressed Pay; not again when the shopper comes back. */
function useOpenedApp(link: string | null) {
  const isAsking = useIsMutating({ mutationKey: PAY_KEY }) > 0
  useEffect(() => {
    if (link === null || !isAsking || tabStorage.read(OPENED) === link) return
    tabStorage.write(OPENED, link)
    location.assign(link)
  }, [link, isAsking])
}

/** What to do in the app, the way there, and the time that is left. */
export function PhonePayment({ payment }: { payment: NonNullable<Order['payment']> }) {
  const { t } = useTranslation()
  const { app_link: link, deadline_at: deadlineAt, state } = payment
  useOpenedApp(state === 'at_terminal' ? link : null)
  if (state === 'asking') return null
  return (
    <div className={css.column}>
      <Text>{t('pay.phoneText')}</Text>
      {link === null ? (
        <Spinner label={t('common.loading')} />
      ) : (
        <PrimaryButton component="a" href={link}>
          {t('pay.openApp')}
        </PrimaryButton>
      )}
      {deadlineAt !== null && <TimeLeft deadlineAt={deadlineAt} />}
    </div>
  )
}
