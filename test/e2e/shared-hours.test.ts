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
  await page.getByRole('button', { name: t('sharedHours.open') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(stores.length)
  await expect(dialog.getByText(t('sharedHours.nothing'))).toHaveCount(stores.length)
  await dialog.getByRole('checkbox', { name: second!.name }).uncheck()
  await dialog.getByRole('button', { name: /tulevaa/ }).click()
  const preview = dialog.getByRole('region', { name: t('sharedHours.preview') })
  await expect(preview.getByText(`${t('sharedHours.usual')} → ${t('storeForm.closedDay')}`).first()).toBeVisible()
  await expectAccessibleLayout(page)

  await shop.query('UPDATE store SET revision = revision + 1 WHERE id = $1', [first!.id])
  const save = dialog.getByRole('button', { name: new RegExp(`^${t('forms.save')}`) })
  await save.click()
  await expect(dialog.getByRole('alert').getByText(first!.name)).toBeVisible()
  expect(await shop.query('SELECT 1 FROM store_hours_exception')).toEqual([])
  await save.click()
  await expectNotice(page, t('sharedHours.saved_other', { count: String(stores.length - 1) }))
  await expect(dialog).toBeHidden()
  const closed = await shop.query<{ id: number }>(
    'SELECT DISTINCT store_id AS id FROM store_hours_exception WHERE opens_at IS NULL ORDER BY 1',
  )
  expect(closed.map(({ id }) => id)).toEqual(stores.filter(({ id }) => id !== second!.id).map(({ id }) => id))
})
