import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { adminHome } from '#contract/administration/dashboard.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { renderPart } from '#web/render-part.tsx'
import { ReportedCodes } from './admin-product-list-page.tsx'

function renderNotice(codes: number) {
  const client = new QueryClient()
  client.setQueryData(queryFor(adminHome.waiting).queryKey, { codes, shortages: 2, orders: 3, preorders: 4 })
  renderPart(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ReportedCodes />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test.each([
  [1, '1 reported code'],
  [12, '12 reported codes'],
])('with %i reported codes, the list of products links to them', (codes, name) => {
  renderNotice(codes)
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/home#codes')
})

test('without reported codes, the list of products says nothing', () => {
  renderNotice(0)
  expect(screen.queryByRole('link')).toBeNull()
})
