import { checkDigit } from '#domain/catalogue/gtin.ts'
import { plain } from '#test/files/images.ts'
import { type OpenFoodFactsServer, openFoodFactsServer } from '#test/product-data/open-food-facts-server.ts'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { RunningShop } from './running-shop.ts'
import { expect, fullTier, test as base } from './test.ts'
import { textsIn } from './texts.ts'
import { scanWithWedge } from './wedge-scanner.ts'

const FULL_TIER = fullTier('a variant: another test here asks the source before each merge')

/** A shop that asks a simulation of Open Food Facts. */
const test = base.extend<object, { source: OpenFoodFactsServer; shop: RunningShop }>({
  source: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs out of a pattern
    async ({}, provide) => {
      const source = await openFoodFactsServer()
      await provide(source)
      await source.close()
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ source }, provide) => {
      const shop = await RunningShop.open({ PUOTI_PRODUCT_DATA: source.url })
      await provide(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
test.use(A_DESK)

const MANY = 10
const MAX_MS = 180_000

const NUTRIMENTS = {
  'energy-kj_100g': 195,
  'energy-kcal_100g': 46,
  fat_100g: 1.5,
  'saturated-fat_100g': 1,
  carbohydrates_100g: 4.8,
  sugars_100g: 4.8,
  proteins_100g: 3.3,
  salt_100g: 0.1,
}

const getCode = (number: number): string => {
  const digits = `64112233${String(1000 + number)}`
  return digits + String(checkDigit(digits))
}

async function addTo(source: OpenFoodFactsServer, number: number): Promise<string> {
  const code = getCode(number)
  const path = `/images/products/${code}/front_fi.3.400.jpg`
  source.addPicture(path.replace('.400.', '.full.'), await plain('#3a7').jpeg().toBuffer())
  source.add({
    code,
    lang: 'fi',
    product_name: `Kokeilumaito ${number}`,
    product_name_sv: `Provmjölk ${number}`,
    brands: 'Meijeri',
    quantity: '1 l',
    ingredients_text_fi: '_Maito_, D-vitamiini',
    ingredients_text_sv: '_Mjölk_, D-vitamin',
    allergens_tags: ['en:milk', ...(number % 2 ? ['fi:jotain-muuta'] : [])],
    conservation_conditions_fi: 'Säilytys alle 6 °C.',
    nutriments: NUTRIMENTS,
    product_quantity: 1000,
    product_quantity_unit: 'ml',
    selected_images: { front: { display: { fi: `${source.url}${path}` } } },
  })
  return code
}

test(
  'ten new products are created with a scanner and a keyboard in under three minutes',
  FULL_TIER,
  async ({ page, context, shop, source }) => {
    test.setTimeout(MAX_MS + 60_000)
    const t = textsIn('fi')
    await signUpAdmin(context, shop, { language: 'fi' })
    for (let number = 0; number < MANY; number++) await addTo(source, number)
    await page.goto('/products/create')
    await page.getByRole('link', { name: t('productOffer.many') }).click()
    await expect(page.getByRole('textbox', { name: t('productOffer.code') })).toBeFocused()
    const name = page.getByRole('textbox', { name: t('productForm.names.fi'), exact: true })
    const price = page.getByRole('textbox', { name: t('productForm.fields.price') })
    const startedAt = performance.now()
    for (let number = 0; number < MANY; number++) {
      await expect(page.getByRole('textbox', { name: t('productOffer.code') })).toBeFocused()
      await scanWithWedge(page, [getCode(number)])
      await expect(name).toHaveValue(`Meijeri Kokeilumaito ${number}`)
      await expect(price).toBeFocused()
      if (number === 0) {
        // The same for those that follow.
        await page.getByRole('combobox', { name: t('productForm.fields.vat_class_id') }).selectOption({ index: 1 })
        const supplier = page.getByRole('combobox', { name: t('productForm.fields.supplier_id') })
        await supplier.press('ArrowDown')
        await supplier.press('Enter')
        await expectAccessibleLayout(page)
        await price.focus()
      }
      await page.keyboard.type('1,95')
      await page.keyboard.press('Enter')
      await expect(
        page.getByText(
          t(number === 0 ? 'productOffer.made_one' : 'productOffer.made_other', { count: String(number + 1) }),
        ),
      ).toBeVisible()
    }
    const tookMs = performance.now() - startedAt
    expect(tookMs).toBeLessThan(MAX_MS)
    const rows = await shop.query<{ name: string; kind: string; allergens: unknown; from: string; pictures: number }>(
      `SELECT names->>'fi' AS name, content->>'kind' AS kind, content->'allergens' AS allergens,
      food.sources->'ingredients.sv'->>'source' AS from,
      (SELECT count(*)::int FROM product_image WHERE product_id = food.product_id AND source = 'open_food_facts') AS pictures
    FROM product_version AS version JOIN food_information AS food USING (product_id)
    WHERE is_current AND names->>'fi' LIKE 'Meijeri %' ORDER BY product_id`,
    )
    expect(rows).toHaveLength(MANY)
    for (const [number, row] of rows.entries())
      expect(row).toEqual({
        name: `Meijeri Kokeilumaito ${number}`,
        kind: 'prepacked',
        // Of every other product a tag was left out, so its allergens wait for a person.
        allergens: number % 2 ? null : { contains: ['milk'], may_contain: [] },
        from: 'open_food_facts',
        pictures: 1,
      })
  },
)

for (const language of ['fi', 'sv'] as const)
  test(
    `an admin chooses what a new product takes, and what was typed stays, in ${language}`,
    language === 'sv' ? FULL_TIER : {},
    async ({ page, context, shop, source }) => {
      const t = textsIn(language)
      await signUpAdmin(context, shop, { language })
      const code = await addTo(source, language === 'fi' ? 101 : 103)
      // The limit of requests is that of a minute: other tests have used it up.
      await shop.query('DELETE FROM rate_limit')
      await page.goto(`/products/create?code=${code}`)
      const offer = page.getByRole('region', { name: t('productOffer.title') })
      await expect(offer.getByRole('img', { name: t('productOffer.parts.picture') })).toBeVisible()
      await expect(offer.getByRole('list', { name: t('productOffer.omitted') })).toContainText('fi:jotain-muuta')
      const box = (part: 'brand' | 'allergens' | 'names') =>
        offer.getByRole('checkbox', { name: t(`productOffer.parts.${part}`) })
      await expect(box('allergens')).not.toBeChecked()
      await expectAccessibleLayout(page)
      const swedish = page.getByRole('textbox', { name: t('productForm.names.sv'), exact: true })
      await page.getByRole('tab', { name: 'Svenska' }).click()
      await swedish.fill('Min egen mjölk')
      await box('brand').press('Space')
      await box('allergens').press('Space')
      await expect(swedish).toHaveValue('Min egen mjölk')
      await page.getByRole('tab', { name: 'Suomi' }).click()
      await expect(page.getByRole('textbox', { name: t('productForm.names.fi'), exact: true })).toHaveValue(
        /^Kokeilumaito/,
      )
      await page.setViewportSize({ width: 390, height: 844 })
      await expectAccessibleLayout(page)
      await page.getByRole('textbox', { name: t('productForm.fields.price') }).fill('2')
      await page.getByRole('combobox', { name: t('productForm.fields.vat_class_id') }).selectOption({ index: 1 })
      const supplier = page.getByRole('combobox', { name: t('productForm.fields.supplier_id') })
      await supplier.press('ArrowDown')
      await supplier.press('Enter')
      await page.getByRole('button', { name: t('forms.create'), exact: true }).click()
      await expect(page).toHaveURL(/\/products\/\d+\/edit/)
      const origins = page.getByRole('region', { name: t('productOffer.origins') })
      await expect(origins.getByRole('listitem')).toHaveCount(3)
      await expect(origins).toContainText(t('productForm.names.fi'))
      await expect(origins).not.toContainText(t('productForm.names.sv'))
      await expect(origins.getByRole('link', { name: 'CC BY-SA 3.0' })).toBeVisible()
      await expectAccessibleLayout(page)
    },
  )

test('a code that the source doesn’t know, or can’t tell, leaves the form to the admin', async ({
  page,
  context,
  shop,
  source,
}) => {
  const t = textsIn('en')
  await signUpAdmin(context, shop, { language: 'en' })
  await shop.query('DELETE FROM rate_limit')
  await page.goto(`/products/create?code=${getCode(201)}`)
  await expect(page.getByText(t('productOffer.states.unknown'))).toBeVisible()
  await expectAccessibleLayout(page)
  source.fault(getCode(202), 'broken JSON')
  await page.goto(`/products/create?code=${getCode(202)}`)
  await expect(page.getByText(t('productOffer.states.failed'))).toBeVisible()
})
