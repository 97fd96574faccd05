import { useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { readStored, writeStored } from '#web/kit/api/browser-storage.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ChoiceList } from '#web/kit/ui/inputs/choice-list.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import css from './checkout.module.css'
import type { WayBody } from './use-pay.ts'

const AT_TERMINAL = 'terminal'

/** The terminal, or the name of an app. */
type PaymentWay = string

type PayableOrder = Pick<
  Order,
  'payment_methods' | 'apps' | 'is_terminal_down' | 'last_method' | 'last_app' | 'last_purchase' | 'string_code'
> & { store: Pick<Order['store'], 'id'> }

const listWays = ({ payment_methods: methods, apps }: PayableOrder): PaymentWay[] => [
  ...methods.filter(each => each === AT_TERMINAL),
  ...apps,
]

const storageKey = (storeId: number) => `way-to-pay-${storeId}`

function toBody(way: PaymentWay | undefined): WayBody {
  if (way === undefined) return {}
  return way === AT_TERMINAL ? { method: AT_TERMINAL } : { method: 'phone', app: way }
}

/** Out of reach, or too many shoppers wait for it. */
const wasAway = ({ last_method, last_app, string_code }: PayableOrder, way: PaymentWay) =>
  (last_app ?? last_method) === way && (string_code === 'TERMINAL_UNREACHABLE' || string_code === 'TERMINAL_BUSY')

const isTerminalAway = (order: PayableOrder) => order.is_terminal_down || wasAway(order, AT_TERMINAL)

/** The way used last is first: in this store on this phone, else for the last purchase. One that is out of reach is not. */
function sortWays(order: PayableOrder): PaymentWay[] {
  const ways = listWays(order)
  const { last_purchase: last } = order
  const used = [readStored(storageKey(order.store.id)), last?.app ?? last?.method].filter(
    each => each != null && ways.includes(each),
  )
  const isAway = (way: PaymentWay) => wasAway(order, way) || (way === AT_TERMINAL && isTerminalAway(order))
  const sorted = [...new Set([...used, ...ways] as PaymentWay[])]
  return [...sorted.filter(each => !isAway(each)), ...sorted.filter(isAway)]
}

/** How the order will be paid: the shopper's choice, else what is suggested. Undefined: the server decides. */
export function usePaymentWay(order: PayableOrder | undefined) {
  const [chosen, choose] = useState<PaymentWay>()
  const ways = order ? sortWays(order) : []
  const way = chosen !== undefined && ways.includes(chosen) ? chosen : ways[0]
  return {
    ways,
    way,
    app: way === AT_TERMINAL ? undefined : way,
    choose,
    /** The way for the request to pay, remembered on this phone for the next order in this store. */
    use: (): WayBody => {
      if (order && way !== undefined) writeStored(storageKey(order.store.id), way)
      return toBody(way)
    },
  }
}

type WayChoiceProps = Omit<ReturnType<typeof usePaymentWay>, 'use' | 'app'> & {
  order: PayableOrder
  isDisabled: boolean
}

/** Asks for the way to pay, if the store has several. */
export function WayChoice({ order, ways, way, choose, isDisabled }: WayChoiceProps) {
  const { t } = useTranslation()
  if (ways.length < 2) return null
  const label = (each: PaymentWay) =>
    each === AT_TERMINAL ? t('checkout.methods.terminal') : t('checkout.methods.phone', { app: each })
  return (
    <Panel>
      {isTerminalAway(order) && (
        <Text role="status" className={css.terminalAway}>
          {t('checkout.terminalAway')}
        </Text>
      )}
      <ChoiceList
        label={t('checkout.method')}
        choices={ways.map(value => ({ value, label: label(value) }))}
        chosen={way}
        onChange={choose}
        disabled={isDisabled}
      />
    </Panel>
  )
}
