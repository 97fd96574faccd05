import { signUpStaff } from './admins.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { getEan } from './goods.ts'
import { KIRJAKKALA, TEIJO } from './people.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'
import { scanWithWedge } from './wedge-scanner.ts'

const t = textsIn('fi')

test('a helper receives the first delivery by two taps: Receive, and the button that sends what was scanned', async ({
  page,
  context,
  shop,
}) => {
  await signUpStaff(context, shop, { kind: 'helper', stores: [TEIJO], language: 'fi' })
  await page.goto('/home')
  const work = page.getByRole('navigation', { name: t('staffHome.work') })
  await expect(work.getByRole('link')).toHaveText([
    t('stock.delivery'),
    t('stock.count'),
    t('staffHome.waste'),
    t('adminHome.shelfLabels'),
    t('redLabels.title'),
    t('stock.lots'),
  ])
  // One store is no question.
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0)
  await expectAccessibleLayout(page)
  let taps = 0
  const tap = async (target: ReturnType<typeof page.getByRole>) => {
    taps++
    await target.click()
  }
  await tap(work.getByRole('link', { name: t('stock.delivery') }))
  await expect(page.getByRole('heading', { level: 1, name: t('stock.delivery') })).toBeVisible()
  await expect(page.getByText(TEIJO).first()).toBeVisible()
  await scanWithWedge(page, [getEan('rye-bread')])
  await expect(page.getByRole('list', { name: t('stock.lines') }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText(t('stock.costs'))).toHaveCount(0)
  await expectAccessibleLayout(page)
  await tap(page.getByRole('button', { name: t('stock.deliverySend_one', { count: '1' }) }))
  await expect(page.getByRole('region', { name: t('stock.deliveryDone') })).toBeVisible()
  expect(taps).toBe(2)
  await expect(page.getByRole('main')).not.toContainText('€')
})

test('a helper of two stores chooses between these alone, and a page of others says why not', async ({
  page,
  context,
  shop,
}) => {
  await signUpStaff(context, shop, { kind: 'helper', stores: [TEIJO, KIRJAKKALA], language: 'fi' })
  await page.goto('/home')
  const choice = page.getByRole('combobox', { name: t('stock.store') })
  await expect(choice.getByRole('option')).toHaveText([KIRJAKKALA, TEIJO])
  await choice.selectOption(KIRJAKKALA)
  await page.getByRole('link', { name: t('stock.count') }).click()
  await expect(page.getByText(KIRJAKKALA).first()).toBeVisible()
  await page.goto('/orders')
  await expect(page).toHaveURL('/home')
  await expect(page.getByText(t('staffHome.noRight')).first()).toBeVisible()
})
