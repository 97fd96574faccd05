import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/kit/api/query-client.ts'
import { NoticesProvider } from '#web/kit/ui/notices/notices-provider.tsx'
import { renderPart } from '#web/render-part.tsx'
import { MessageCreatePage } from './message-create-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const devices = (fi: number) => ({ en: 0, fi, sv: 0 })
const store = (id: number, name: string, status = 'published') => ({ id, name, status, time_zone: 'Europe/Helsinki' })
const ANSWERS: Readonly<Record<string, unknown>> = {
  languages: [{ id: 1, code: 'fi', name: 'suomi' }],
  'admin/store-choices': [store(1, 'Teijo'), store(2, 'Kirjakkala'), store(3, 'Gone', 'archived')],
  'admin/messages/audience': {
    devices: devices(40),
    stores: [
      { id: 1, devices: devices(7) },
      { id: 2, devices: devices(5) },
    ],
  },
}

/** Opens the page; returns the bodies of the messages that are sent. */
function renderPage() {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string | null } = {}) => {
    const path = new URL(address, 'http://puoti.test').pathname.replace('/api/', '')
    if (typeof body === 'string') sent.push(JSON.parse(body))
    return path in ANSWERS ? Response.json(ANSWERS[path]) : Response.json({ code: 'notFound' }, { status: 404 })
  })
  const user = renderPart(
    <MemoryRouter initialEntries={['/messages/create']}>
      <QueryClientProvider client={createQueryClient()}>
        <NoticesProvider label="Notices" productLabel="Products">
          <MessageCreatePage />
        </NoticesProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return { user, sent }
}

const getBox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('a message goes to the chosen stores, which the confirmation counts, and to all when none is chosen', async () => {
  const { user, sent } = renderPage()
  await screen.findByRole('checkbox', { name: 'Teijo' })
  const all = getBox('All stores, also of shoppers who haven’t chosen one')
  expect([all.checked, screen.queryByRole('checkbox', { name: 'Gone' })]).toEqual([true, null])
  for (const [field, text] of [
    [/^Title/, 'Fresh bread'],
    [/^Message text/, 'From seven'],
    [/^Link/, '/home'],
  ] as const)
    await user.type(screen.getByRole('textbox', { name: field }), text)
  await user.click(getBox('Teijo'))
  await user.click(getBox('Kirjakkala'))
  expect([all.checked, getBox('Teijo').checked]).toEqual([false, true])
  await user.click(getBox('Teijo'))
  // Buttons that have just appeared ignore taps for a moment.
  await waitFor(() => user.click(screen.getByRole('button', { name: 'Send' })))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('5')
  expect(dialog.textContent).not.toContain('40')
  await waitFor(() => user.click(within(dialog).getByRole('button', { name: 'Send' })))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ store_ids: [2], send_at: null })
  await user.click(getBox('All stores, also of shoppers who haven’t chosen one'))
  expect([all.checked, getBox('Kirjakkala').checked]).toEqual([true, false])
})
