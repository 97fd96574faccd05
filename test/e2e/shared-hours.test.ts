import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { expectNotice } from './notices.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'

test.use(A_DESK)

test('an admin closes several stores on all coming holidays, after another admin changed one of them', async ({
  page,
  context,
  shop,
}) => {
  const t = textsIn('fi')
  await signUpAdmin(context, shop, { language: 'fi' })
  const stores = await shop.query<{ id: number; name: string }>(
    'SELECT id, name FROM store WHERE archived_at IS NULL ORDER BY id',
  )
  const [first, second] = stores
  await page.goto('/stores')
  await page.getByRole('link', { name: t('sharedHours.open') }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('checkbox', { checked: true })).toHaveCount(stores.length)
  await expect(main.getByText(t('sharedHours.nothing'))).toHaveCount(stores.length)
  await main.getByRole('checkbox', { name: second!.name }).uncheck()
  await main.getByRole('button', { name: /tulevaa/ }).click()
  const preview = main.getByRole('region', { name: t('sharedHours.preview') })
  await expect(preview.getByText(`${t('sharedHours.usual')} → ${t('storeForm.closedDay')}`).first()).toBeVisible()
  await expectAccessibleLayout(page)

  await shop.query('UPDATE store SET revision = revision + 1 WHERE id = $1', [first!.id])
  const save = main.getByRole('button', { name: new RegExp(`^${t('forms.save')}`) })
  await save.click()
  await expect(main.getByRole('alert').getByText(first!.name)).toBeVisible()
  expect(await shop.query('SELECT 1 FROM store_hours_exception')).toEqual([])
  await save.click()
  await expectNotice(page, t('sharedHours.saved_other', { count: String(stores.length - 1) }))
  await expect(main.getByText(t('sharedHours.noneSet'))).toBeHidden()
  const closed = await shop.query<{ id: number }>(
    'SELECT DISTINCT store_id AS id FROM store_hours_exception WHERE opens_at IS NULL ORDER BY 1',
  )
  expect(closed.map(({ id }) => id)).toEqual(stores.filter(({ id }) => id !== second!.id).map(({ id }) => id))
})
