import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { StatusParts } from './status-line.tsx'

type Item = Parameters<typeof StatusParts>[0]['items'][number]
const item = (name: string, level: Item['level']): Item => ({ name, level, text: name, to: '/settings/health' })

/** The texts of headings and links, in the order of the page. */
function renderItems(items: readonly Item[]) {
  renderPart(
    <MemoryRouter>
      <StatusParts items={items} headingId="status" />
    </MemoryRouter>,
  )
  return [...document.querySelectorAll('h2, h3, a')].map(each => each.textContent)
}

test('what needs attention comes first, the worst of it first, and what is in order has a heading of its own', () => {
  const items = [item('backup', 'warning'), item('books', 'ok'), item('disk', 'off'), item('version', 'ok')]
  expect(renderItems([...items, item('passkey', 'hint')])).toEqual([
    'Something is wrong',
    'disk',
    'backup',
    'Advice',
    'passkey',
    'In order',
    'books',
    'version',
  ])
})

test('a hint alone doesn’t split the list', () => {
  const items = [item('books', 'ok'), item('version', 'ok'), item('passkey', 'hint')]
  expect(renderItems(items)).toEqual(['Everything works', 'books', 'version', 'passkey'])
})
