import { screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { GuideButton } from './guide-link.tsx'

const Here = () => <output>{useLocation().pathname}</output>

test('the guide to a page opens in a new tab, so that a form with unsaved input stays', async () => {
  const user = renderPart(
    <MemoryRouter initialEntries={['/products/7/edit']}>
      <GuideButton />
      <Here />
    </MemoryRouter>,
  )
  const link = screen.getByRole('link', { name: 'Guide to this page' })
  expect(link.getAttribute('href')).toBe('/guide/products')
  expect(link.getAttribute('target')).toBe('_blank')
  // After the link's own listener: the test's browser opens no tabs.
  document.addEventListener('click', event => event.preventDefault(), { once: true })
  await user.click(link)
  expect(screen.getByText('/products/7/edit')).toBeDefined()
})
