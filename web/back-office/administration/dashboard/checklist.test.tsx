import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { NoticesProvider } from '#web/kit/ui/notices/notices-provider.tsx'
import { renderPart } from '#web/render-part.tsx'
import { OpenForTests } from './checklist.tsx'

test('each store in which everyone gets the goods for free has a notice, a button that hides it, and a link to its page', () => {
  const stores = [
    { id: 1001, name: 'Kirja' },
    { id: 1003, name: 'Teijo' },
  ]
  renderPart(
    <QueryClientProvider client={new QueryClient()}>
      <NoticesProvider label="notices" productLabel="products">
        <MemoryRouter>
          <OpenForTests stores={stores} />
        </MemoryRouter>
      </NoticesProvider>
    </QueryClientProvider>,
  )
  expect(screen.getByText(/^Kirja is open with test payments: everyone who logs in gets the products/)).toBeDefined()
  expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    '/stores/1001/edit#published',
    '/stores/1003/edit#published',
  ])
  expect(screen.getAllByRole('button', { name: 'Hide it until you open' })).toHaveLength(2)
})
