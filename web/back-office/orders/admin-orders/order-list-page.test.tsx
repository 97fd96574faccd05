import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { OrderStanding } from './order-list-page.tsx'

test('the state of an unpaid order is followed by why its last payment failed', () => {
  const row = { status: 'checkout', cancelled_at: '2026-07-15T09:00:00.000Z' } as const
  renderPart(<OrderStanding row={{ ...row, payment_failure: 'DECLINED' }} />)
  expect(document.body.textContent).toBe('CancelledPayment declined')
})

test('a paid order says whether its payment was a test', () => {
  const row = { status: 'complete', cancelled_at: null } as const
  renderPart(<OrderStanding row={{ ...row, is_test: true }} />)
  expect(document.body.textContent).toBe('DoneTest payment')
})

test('without a failed payment, only the state is shown', () => {
  renderPart(<OrderStanding row={{ status: 'checkout', cancelled_at: null }} />)
  expect(screen.getByText('Checkout')).toBeDefined()
  expect(document.body.textContent).toBe('Checkout')
})
