import { signUpAdmin } from './admins.ts'
import { fillBasket } from './basket-storage.ts'
import { getEan } from './goods.ts'
import { serveTiles } from './map-tiles.ts'
import { signUp, TEIJO } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, test, fullTier } from './test.ts'

const FULL_TIER = fullTier('a variant: another test here opens a door sign before each merge')

async function getId(shop: RunningShop, name: string): Promise<number> {
  const [row] = await shop.query<{ id: number }>('SELECT id FROM store WHERE name = $1', [name])
  if (row === undefined) throw new Error(`There is no store ${name}`)
  return row.id
}

test('the door sign’s address chooses the store, also when the shopper signs in after scanning it', async ({
  page,
  context,
  shop,
}) => {
  await page.goto(`/home?door=${await getId(shop, TEIJO)}`)
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page).toHaveURL('/home')
  await signUp(context, shop, { store: null })
  // As the mailed link does, in a tab without the parameter.
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: TEIJO })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start shopping' })).toBeVisible()
})

test(
  'the door sign of another store asks before it empties a basket, and a wrong sign says what to do',
  FULL_TIER,
  async ({ page, shopper, shop }) => {
    await fillBasket(page, shopper, [{ code: getEan('light-milk'), quantity: 2 }])
    await page.goto(`/home?door=${await getId(shop, TEIJO)}`)
    await page.getByRole('alertdialog', { name: 'Change store?' }).getByRole('button', { name: 'Change store' }).click()
    await expect(page.getByRole('heading', { name: TEIJO })).toBeVisible()
    await page.goto('/home?door=999999')
    await expect(
      page.getByText('The store on the sign isn’t open to shoppers. Choose another store.').first(),
    ).toBeVisible()
  },
)

test('an admin prints a store’s door sign', FULL_TIER, async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  await serveTiles(context, () => true)
  const id = await getId(shop, TEIJO)
  await page.goto(`/stores/${id}`)
  await page.getByRole('button', { name: 'Print a door sign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Door sign' })
  await expect(dialog.getByRole('img', { name: `${shop.origin}/home?door=${id}` })).toBeVisible()
  await expect(dialog.getByText('Skannaa ja aloita ostokset')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(dialog.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(dialog.getByText(TEIJO)).toBeVisible()
})
