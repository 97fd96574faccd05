import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { NO_CONNECTION } from './faults.ts'
import { getEan } from './goods.ts'
import { chooseMore } from './more-actions.ts'
import { productWith, signUp } from './people.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

test('an admin adds a group, puts a product into it, and finds it in the list and the reports', async ({
  page,
  context,
  shop,
}) => {
  const t = textsIn('en')
  const { api } = await signUpAdmin(context, shop)
  await page.goto('/products')
  await chooseMore(page, t, t('groups.title'))
  await expect(page.getByRole('heading', { level: 1, name: t('groups.title') })).toBeVisible()
  await expectAccessibleLayout(page)
  await page.getByRole('link', { name: t('groups.new'), exact: true }).click()
  await page.getByRole('textbox', { name: t('productForm.names.fi') }).fill('Retkievästi')
  await page.getByRole('textbox', { name: t('groups.fields.sales_account') }).fill('30x')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(t('groups.problems.sales_account'), { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: t('groups.fields.sales_account') }).fill('3055')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 1, name: 'Retkievästi' })).toBeVisible()
  await expectAccessibleLayout(page)

  const { id } = await productWith(api, getEan('matches'))
  await page.goto(`/products/${id}/edit`)
  await page.getByRole('combobox', { name: t('productForm.fields.group_id') }).selectOption('Retkievästi')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('region', { name: 'Earlier versions' }).getByRole('listitem').first()).toContainText(
    'Retkievästi',
  )
  await page.goto('/product-groups?q=retki')
  await page.getByRole('link', { name: 'Retkievästi' }).click()
  await page.getByRole('link', { name: t('suppliers.seeProducts_one', { count: '1' }) }).click()
  await expect(page.getByText('1 product', { exact: true })).toBeVisible()
  await expectAccessibleLayout(page)
  for (const report of ['group', 'margin', 'marginByGroup', 'marginBySupplier']) {
    await page.goto(`/reports?report=${report}`)
    await expect(page.getByRole('heading', { level: 1, name: t('links./reports') })).toBeVisible()
    await expectAccessibleLayout(page)
  }
})

test('a shopper shows one group of the shelf, and all of it again', async ({ page, context, shop }) => {
  const t = textsIn('en')
  await signUp(context, shop)
  await page.goto('/home')
  const group = page.getByRole('combobox', { name: t('home.groups') })
  await expect(group).toHaveValue('all')
  await expectAccessibleLayout(page)
  await group.selectOption('Bread and pastries')
  await expect(page.getByRole('button', { name: /^Rye bread/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Butter/ })).toHaveCount(0)
  await page.getByRole('searchbox').fill('lager')
  await page.getByRole('button', { name: t('home.searchClear') }).click()
  await expect(group).toHaveValue('all')
  await expect(page.getByRole('button', { name: /^Butter/ })).toBeVisible()
})

test(
  'the shelf shows all products when the code of its groups can’t be loaded',
  fullTier('a variant: other tests here show groups before each merge'),
  async ({ page, context, shop, faults }) => {
    const t = textsIn('en')
    faults.allow(NO_CONNECTION)
    await signUp(context, shop)
    const isStopped = page.waitForEvent('requestfailed', request => request.url().includes('/group-chips-'))
    await page.route(/\/assets\/group-chips-[^/]*\.js$/, route => route.abort())
    await page.goto('/home')
    await isStopped
    await expect(page.getByRole('button', { name: /^Butter/ })).toBeVisible()
    await expect(page.getByRole('combobox', { name: t('home.groups') })).toHaveCount(0)
    await page.getByRole('searchbox').fill('lager')
    await expect(page.getByRole('button', { name: /^Butter/ })).toHaveCount(0)
  },
)

test.describe('on a desktop', () => {
  test.use(A_DESK)

  test('a shopper shows one group of the shelf with the keyboard', async ({ page, context, shop }) => {
    const t = textsIn('en')
    await signUp(context, shop)
    await page.goto('/home')
    const groups = page.getByRole('group', { name: t('home.groups') })
    const bread = groups.getByRole('button', { name: 'Bread and pastries' })
    await expect(groups.getByRole('button', { name: t('home.allGroups'), exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await bread.focus()
    await page.keyboard.press('Enter')
    await expect(bread).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('button', { name: /^Butter/ })).toHaveCount(0)
    await expectAccessibleLayout(page)
  })
})
