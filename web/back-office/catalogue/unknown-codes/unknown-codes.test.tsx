import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { UnknownCode } from '#contract/administration/dashboard.ts'
import { NoticesProvider } from '#web/kit/ui/notices/notices-provider.tsx'
import { renderPart } from '#web/render-part.tsx'
import { UnknownCodes } from './unknown-codes.tsx'

const AT = '2026-11-20T12:30:00.000Z'
const reported = (code: string, product?: UnknownCode['product']): UnknownCode => ({
  code,
  reports: 2,
  stores: ['Kirja', 'Teijo'],
  last_at: AT,
  ...(product && { product }),
})

function renderCodes(items: UnknownCode[], address = '/home') {
  renderPart(
    <QueryClientProvider client={new QueryClient()}>
      <NoticesProvider label="notices" productLabel="products">
        <MemoryRouter initialEntries={[address]}>
          <UnknownCodes at={AT} codes={{ items, total: items.length }} timeZone="Europe/Helsinki" />
        </MemoryRouter>
      </NoticesProvider>
    </QueryClientProvider>,
  )
  return screen.getAllByRole('listitem')
}

test('a reported code of no product offers to create one; a product’s says why it can’t be bought, with a link to it', () => {
  const [unknown, inactive, unsold] = renderCodes([
    reported('6430012345678'),
    reported('6430098765432', { id: 1001, name: 'Honey', enabled: false }),
    reported('4006381333931', { id: 1002, name: 'Soap', enabled: true }),
  ]).map(row => within(row))
  expect(unknown!.getByRole('link').getAttribute('href')).toBe('/products/create?code=6430012345678')
  expect(inactive!.getByRole('link', { name: 'Honey' }).getAttribute('href')).toBe('/products/1001/edit')
  expect(inactive!.getByText(/Inactive/)).toBeDefined()
  expect(unsold!.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual(['/products/1002/edit'])
  expect(unsold!.getByText(/Not sold in Kirja, Teijo/)).toBeDefined()
})

test('the address of the reported codes focuses their section', () => {
  renderCodes([reported('6430012345678')])
  expect(document.activeElement).toBe(document.body)
  renderCodes([reported('4006381333931')], '/home#codes')
  expect(document.activeElement?.textContent).toMatch(/^Reported codes4006381333931/)
})
