import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { BackToList, rememberList } from './back-to-list.tsx'

test('a record leads to its list as it was last seen; one that was not seen has no query', () => {
  rememberList('/products', '?q=maito&page=2')
  renderPart(
    <MemoryRouter>
      <BackToList path="/products">All products</BackToList>
      <BackToList path="/orders">All orders</BackToList>
    </MemoryRouter>,
  )
  const getAddress = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect([getAddress('All products'), getAddress('All orders')]).toEqual(['/products?q=maito&page=2', '/orders'])
})
