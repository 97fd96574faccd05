import { useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import type { PaymentWay } from '#domain/payments/payment-way.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ChoiceList } from '#web/kit/ui/inputs/choice-list.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'

type Payable = Pick<Order, 'payment_ways' | 'last_way' | 'string_code'>

/** The terminal was out of reach, or too many shoppers wait for it: the phone is offered instead. */
const isTerminalAway = ({ last_way, string_code }: Payable) =>
  last_way === 'terminal' && (string_code === 'TERMINAL_UNREACHABLE' || string_code === 'TERMINAL_BUSY')

/** How the order will be paid: the store's only way, or the shopper's choice. Undefined: the server decides. */
export function usePaymentWay(order: Payable | undefined) {
  const [chosen, choose] = useState<PaymentWay>()
  const ways = order?.payment_ways ?? []
  const suggested = order && isTerminalAway(order) && ways.includes('phone') ? 'phone' : ways[0]
  return { way: chosen !== undefined && ways.includes(chosen) ? chosen : suggested, choose }
}

type WayChoiceProps = ReturnType<typeof usePaymentWay> & { order: Payable; isDisabled: boolean }

/** Where the store takes cards and the app: which of them. */
export function WayChoice({ order, way, choose, isDisabled }: WayChoiceProps) {
  const { t } = useTranslation()
  if (order.payment_ways.length < 2) return null
  const choices = order.payment_ways.map(value => ({ value, label: t(`checkout.ways.${value}`) }))
  return (
    <Panel>
      {isTerminalAway(order) && <Text role="status">{t('checkout.terminalAway')}</Text>}
      <ChoiceList label={t('checkout.way')} choices={choices} chosen={way} onChange={choose} disabled={isDisabled} />
    </Panel>
  )
}
