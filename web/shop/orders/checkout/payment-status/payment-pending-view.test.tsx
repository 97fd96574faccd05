import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { createQueryClient } from '#web/kit/api/query-client.ts'
import { NoticesProvider } from '#web/kit/ui/notices/notices-provider.tsx'
import { renderPart } from '#web/render-part.tsx'
import { PaymentPendingView } from './payment-pending-view.tsx'

beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json([])))
afterEach(() => vi.unstubAllGlobals())

// Only what the view reads.
const queuedAt = (queue_position: number) =>
  ({
    id: 1234,
    total_amount: 3.5,
    store: { id: 1, name: 'Teijon puoti' },
    status: 'payment_pending',
    payment: { state: 'queued', terminal_name: 'till', method: 'terminal', queue_position, deadline_at: null },
  }) as Order

const renderQueued = (place: number, language: 'en' | 'fi' | 'sv') =>
  renderPart(
    <QueryClientProvider client={createQueryClient()}>
      <NoticesProvider label="Notices" productLabel="Products">
        <PaymentPendingView order={queuedAt(place)} isOffline={false} onAbandoned={async () => undefined} />
      </NoticesProvider>
    </QueryClientProvider>,
    { language },
  )

test.each([
  ['en', 'Before you: 1 paying, 1 waiting.'],
  ['fi', 'Ennen sinua: 1 maksaa, 1 odottaa.'],
  ['sv', 'Före dig: 1 betalar, 1 väntar.'],
] as const)('the third shopper in %s sees the one who pays and the one who waits', (language, text) => {
  renderQueued(2, language)
  expect(screen.getAllByText(text)[0]).toBeDefined()
})

test('the second shopper is next', () => {
  renderQueued(1, 'en')
  expect(screen.getAllByText('You’re next at the terminal.')[0]).toBeDefined()
})
