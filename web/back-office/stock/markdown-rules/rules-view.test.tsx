import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { MarkdownRules } from '#contract/stock/markdown-rules.ts'
import { GROUP_FIELDS } from '#domain/catalogue/group-fields.ts'
import { initialRecord } from '#domain/record-fields.ts'
import { sessionQuery } from '#web/kit/session/queries.ts'
import { SessionProvider } from '#web/kit/session/session-provider.tsx'
import { NoticesProvider } from '#web/kit/ui/notices/notices-provider.tsx'
import { renderPart } from '#web/render-part.tsx'
import { sampleUser } from '#web/sample-user.ts'
import { MarkdownRulesView } from './rules-view.tsx'

type Rule = MarkdownRules['rules'][number]

const STORE = { id: 1, name: 'Teijo', status: 'published', time_zone: 'Europe/Helsinki' } as const
const DAIRY = {
  ...initialRecord(GROUP_FIELDS),
  id: 3,
  name: 'Dairy',
  names: { fi: '', sv: '', en: 'Dairy' },
  revision: 1,
  products: 1,
}
const all = (percent: number): Rule => ({ product_id: null, group_id: null, steps: [{ days_left: 2, percent }] })
const dairy: Rule = { product_id: null, group_id: 3, steps: [{ days_left: 1, percent: 40 }] }

/** The page before a server with the rule `all(30)`; `saveElsewhere` is another user's save. */
async function renderRules() {
  let saved: MarkdownRules = { revision: 1, rules: [all(30)] }
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method?: string; body?: string | null } = {}) => {
    const { pathname } = new URL(url, 'http://puoti.test')
    if (pathname.endsWith('/product-groups')) return Response.json({ items: [DAIRY], total: 1 })
    if (pathname.endsWith('/products')) return Response.json([])
    if (!pathname.endsWith('/markdown-rules')) return Response.json({ items: [], total: 0 })
    if (method !== 'PUT') return Response.json(saved)
    const sent = JSON.parse(body ?? '') as MarkdownRules
    if (sent.revision !== saved.revision)
      return Response.json({ code: 'record.changed', current: saved }, { status: 409 })
    saved = { revision: saved.revision + 1, rules: sent.rules }
    return Response.json(saved)
  })
  const router = createMemoryRouter([
    {
      path: '*',
      element: (
        <SessionProvider>
          <MarkdownRulesView store={STORE} />
        </SessionProvider>
      ),
    },
  ])
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(sessionQuery.queryKey, sampleUser({ is_admin: true }))
  const user = renderPart(
    <QueryClientProvider client={client}>
      <NoticesProvider label="Notices" productLabel="Products">
        <RouterProvider router={router} />
      </NoticesProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('region', { name: 'All products' })
  await screen.findAllByRole('option', { name: 'Group: Dairy' })
  return {
    user,
    readSaved: () => saved,
    saveElsewhere: (rules: Rule[]) => {
      saved = { revision: saved.revision + 1, rules }
    },
    // The bar has just appeared, and ignores taps for a moment, but not keys.
    save: () => user.keyboard('{Control>}s{/Control}'),
  }
}

const getSelect = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })

test.each([
  ['From', '7', '7 days before 30 % off.'],
  ['Reduction', '45', '2 days before 45 % off.'],
  ['Applies to', 'group:3', 'Group: Dairy: 2 days before 30 % off.'],
])('the focus stays in “%s” while it is changed', async (label, value, sentence) => {
  const { user } = await renderRules()
  const select = getSelect(label)
  select.focus()
  await user.selectOptions(select, value)
  expect(screen.getByText(new RegExp(sentence))).toBeDefined()
  expect(getSelect(label)).toBe(select)
  expect(document.activeElement).toBe(select)
})

test('what somebody else saved about another target meanwhile is kept with what was typed', async () => {
  const { user, readSaved, saveElsewhere, save } = await renderRules()
  await user.selectOptions(getSelect('Reduction'), '45')
  saveElsewhere([all(30), dairy])
  await save()
  await waitFor(() => expect(readSaved()).toEqual({ revision: 3, rules: [all(45), dairy] }))
  expect(await screen.findByText(/Group: Dairy \(.* → 1 day before 40 % off\)/)).toBeDefined()
})

test('when somebody else changed the same rule, typed steps stay until one side is chosen', async () => {
  const { user, readSaved, saveElsewhere, save } = await renderRules()
  await user.selectOptions(getSelect('Reduction'), '45')
  saveElsewhere([all(60)])
  await save()
  const dialog = await screen.findByRole('dialog')
  for (const steps of ['2 days before 45 % off', '2 days before 60 % off'])
    expect(within(dialog).getByText(steps)).toBeDefined()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(getSelect('Reduction').value).toBe('45')
  await save()
  const again = await screen.findByRole('dialog')
  await user.click(within(again).getByRole('radio', { name: 'Yours' }))
  within(again).getByRole('button', { name: 'Save' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(readSaved()).toEqual({ revision: 3, rules: [all(45)] }))
})
