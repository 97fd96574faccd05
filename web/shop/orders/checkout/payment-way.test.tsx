import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { usePaymentWay, WayChoice } from './payment-way.tsx'

type Payable = Parameters<typeof WayChoice>[0]['order']

function Part({ order, onUse = () => undefined }: { order: Payable; onUse?: (body: object) => void }) {
  const paying = usePaymentWay(order)
  return (
    <>
      <WayChoice order={order} isDisabled={false} {...paying} />
      <button onClick={() => onUse(paying.use())}>pay</button>
      <p data-testid="method">{paying.way === undefined ? 'none' : paying.app === undefined ? 'terminal' : 'phone'}</p>
      <p data-testid="app">{paying.app ?? 'none'}</p>
    </>
  )
}
const method = () => screen.getByTestId('method').textContent
const app = () => screen.getByTestId('app').textContent
const ways = () => screen.getAllByRole('radio').map(({ value }: Partial<HTMLInputElement>) => value)

/** A store with a terminal and an app, where the shopper has never paid. */
const both: Payable = {
  store: { id: 1 },
  payment_methods: ['terminal', 'phone'],
  apps: ['MobilePay'],
  is_terminal_down: false,
  last_method: null,
  last_app: null,
  last_purchase: null,
  string_code: null,
}
const three: Payable = { ...both, apps: ['MobilePay', 'Paytrail'] }

beforeEach(() => localStorage.clear())

test('with a terminal and the app, the terminal is suggested and the shopper chooses', async () => {
  const user = renderPart(<Part order={both} />)
  expect(method()).toBe('terminal')
  await user.click(screen.getByRole('radio', { name: 'MobilePay, on your phone' }))
  expect(method()).toBe('phone')
})

test('after the terminal could not be reached, the phone is suggested, and the reason is shown', () => {
  renderPart(<Part order={{ ...both, last_method: 'terminal', string_code: 'TERMINAL_UNREACHABLE' }} />)
  expect(
    screen.getByText('The terminal can’t take payments right now. You can pay with your phone instead.'),
  ).toBeDefined()
  expect(screen.getByRole('radio', { name: 'MobilePay, on your phone', checked: true })).toBeDefined()
})

test('a store with one way asks nothing', () => {
  renderPart(
    <Part order={{ ...both, payment_methods: ['phone'], last_method: 'terminal', string_code: 'TERMINAL_BUSY' }} />,
  )
  expect(screen.queryByRole('radiogroup')).toBeNull()
  expect(method()).toBe('phone')
})

test('after an app that could not be reached, nothing is said about the terminal', () => {
  renderPart(
    <Part order={{ ...both, last_method: 'phone', last_app: 'MobilePay', string_code: 'TERMINAL_UNREACHABLE' }} />,
  )
  expect(screen.queryByText(/The terminal can’t take payments/)).toBeNull()
  expect(screen.getByRole('radio', { name: 'Card, at the terminal', checked: true })).toBeDefined()
})

test('two apps and a terminal are offered by their names', async () => {
  const user = renderPart(<Part order={three} />)
  expect(ways()).toEqual(['terminal', 'MobilePay', 'Paytrail'])
  await user.click(screen.getByRole('radio', { name: 'Paytrail, on your phone' }))
  expect([method(), app()]).toEqual(['phone', 'Paytrail'])
})

test('the way with which the shopper pays is sent, and comes first in the next order', async () => {
  const sent: object[] = []
  const user = renderPart(<Part order={three} onUse={body => sent.push(body)} />)
  await user.click(screen.getByRole('radio', { name: 'Paytrail, on your phone' }))
  await user.click(screen.getByRole('button', { name: 'pay' }))
  await user.click(screen.getByRole('radio', { name: 'Card, at the terminal' }))
  await user.click(screen.getByRole('button', { name: 'pay' }))
  await user.click(screen.getByRole('radio', { name: 'MobilePay, on your phone' }))
  await user.click(screen.getByRole('button', { name: 'pay' }))
  expect(sent).toEqual([
    { method: 'phone', app: 'Paytrail' },
    { method: 'terminal' },
    { method: 'phone', app: 'MobilePay' },
  ])
  cleanup()
  renderPart(<Part order={three} />)
  expect(ways()).toEqual(['MobilePay', 'terminal', 'Paytrail'])
})

test('two apps without a terminal are a choice too', () => {
  renderPart(<Part order={{ ...three, payment_methods: ['phone'] }} />)
  expect(ways()).toEqual(['MobilePay', 'Paytrail'])
  expect([method(), app()]).toEqual(['phone', 'MobilePay'])
})

test('the way used last in this store comes first, and on a new phone that of the last purchase', () => {
  const again: Payable = { ...three, last_purchase: { method: 'phone', app: 'Paytrail', terms_version: 1 } }
  renderPart(<Part order={again} />)
  expect(ways()).toEqual(['Paytrail', 'terminal', 'MobilePay'])
  cleanup()
  localStorage.setItem('way-to-pay-1', 'MobilePay')
  localStorage.setItem('way-to-pay-2', 'terminal')
  renderPart(<Part order={again} />)
  expect(ways()).toEqual(['MobilePay', 'Paytrail', 'terminal'])
})

test('a way that the store no longer has is not suggested', () => {
  localStorage.setItem('way-to-pay-1', 'Swish')
  renderPart(<Part order={both} />)
  expect(ways()).toEqual(['terminal', 'MobilePay'])
})

test('while the terminal does not answer, the phone is first, with the reason', () => {
  localStorage.setItem('way-to-pay-1', 'terminal')
  renderPart(<Part order={{ ...three, is_terminal_down: true }} />)
  expect(ways()).toEqual(['MobilePay', 'Paytrail', 'terminal'])
  expect(
    screen.getByText('The terminal can’t take payments right now. You can pay with your phone instead.'),
  ).toBeDefined()
})

test('after one app could not be reached, another one is suggested', () => {
  localStorage.setItem('way-to-pay-1', 'MobilePay')
  const away = { last_method: 'phone', last_app: 'MobilePay', string_code: 'TERMINAL_UNREACHABLE' } as const
  renderPart(<Part order={{ ...three, payment_methods: ['phone'], ...away }} />)
  expect(ways()).toEqual(['Paytrail', 'MobilePay'])
})
