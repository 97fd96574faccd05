import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { renderPart } from '#web/render-part.tsx'
import { usePaymentMethod, MethodChoice } from './checkout-panel.tsx'

type Payable = Pick<Order, 'payment_methods' | 'last_method' | 'string_code'>

function Part({ order }: { order: Payable }) {
  const paying = usePaymentMethod(order)
  return (
    <>
      <MethodChoice order={order} isDisabled={false} {...paying} />
      <p data-testid="method">{paying.method ?? 'none'}</p>
    </>
  )
}
const method = () => screen.getByTestId('method').textContent
const both = ['terminal', 'phone'] as const

test('with a terminal and the app, the terminal is suggested and the shopper chooses', async () => {
  const user = renderPart(<Part order={{ payment_methods: [...both], last_method: null, string_code: null }} />)
  expect(method()).toBe('terminal')
  await user.click(screen.getByRole('radio', { name: 'MobilePay, on your phone' }))
  expect(method()).toBe('phone')
})

test('after the terminal could not be reached, the phone is suggested, and the reason is shown', () => {
  renderPart(
    <Part order={{ payment_methods: [...both], last_method: 'terminal', string_code: 'TERMINAL_UNREACHABLE' }} />,
  )
  expect(
    screen.getByText('The terminal can’t take payments right now. You can pay with your phone instead.'),
  ).toBeDefined()
  expect(screen.getByRole('radio', { name: 'MobilePay, on your phone', checked: true })).toBeDefined()
})

test('a store with one way asks nothing', () => {
  renderPart(<Part order={{ payment_methods: ['phone'], last_method: 'terminal', string_code: 'TERMINAL_BUSY' }} />)
  expect(screen.queryByRole('radiogroup')).toBeNull()
  expect(method()).toBe('phone')
})

test('after an app that could not be reached, nothing is said about the terminal', () => {
  renderPart(<Part order={{ payment_methods: [...both], last_method: 'phone', string_code: 'TERMINAL_UNREACHABLE' }} />)
  expect(screen.queryByText(/The terminal can’t take payments/)).toBeNull()
  expect(screen.getByRole('radio', { name: 'Card, at the terminal', checked: true })).toBeDefined()
})
