import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessible, expectAccessibleLayout } from './expect-accessible.ts'
import { getEan } from './goods.ts'
import { MATHILDEDAL, signUp } from './people.ts'
import { openEvent } from './preorders.ts'
import { expect, fullTier, test } from './test.ts'
import { textsIn } from './texts.ts'
import { scanWithWedge } from './wedge-scanner.ts'

const FULL_TIER = fullTier('a variant: another language, or a rule that food-information.test.ts has before each merge')

const NAMES = { en: 'Food day', fi: 'Ruokapäivä', sv: 'Matdag' }

test.describe('in the back office', () => {
  test.use(A_DESK)
  for (const language of ['fi', 'sv'] as const)
    test(
      `an event can’t be opened before its foods have their information, in ${language}`,
      FULL_TIER,
      async ({ page, context, shop }) => {
        const t = textsIn(language)
        await signUpAdmin(context, shop, { language })
        const name = { fi: 'Hunajasanko', sv: 'Honungshink' }[language]
        const [{ id } = { id: 0 }] = await shop.query<{ id: number }>(
          `SELECT product_id AS id FROM product_version WHERE names->>'fi' = 'Hunajasanko' AND is_current`,
        )
        await shop.query(`DELETE FROM food_information WHERE product_id = $1`, [id])
        await shop.query(`UPDATE store SET enable_preorders = true, food_languages = 'fi_sv' WHERE name = $1`, [
          MATHILDEDAL,
        ])
        const start = plusDays(shopDate(new Date()), 30)
        await page.goto('/preorder-events/create')
        await page.getByRole('textbox', { name: t('productForm.names.fi'), exact: true }).fill('Hunajapäivä')
        await page.getByRole('textbox', { name: t('eventForm.fields.start_date') }).fill(start)
        await page.getByRole('textbox', { name: t('eventForm.fields.end_date') }).fill(start)
        await page.getByRole('checkbox', { name: MATHILDEDAL }).check()
        const picker = page.getByRole('combobox', { name: t('eventForm.addProduct') })
        await picker.fill(name)
        await page.getByRole('option', { name: new RegExp(name) }).click()
        await page.getByRole('button', { name: t('eventForm.createOpen'), exact: true }).click()
        const missing = t('foodForm.parts.kind')
        await expect(page.getByRole('alert')).toContainText(t('eventForm.problems.foodMissing', { missing }))
        await expectAccessibleLayout(page)

        // By keyboard: the link leads to the form, where nothing but the kind and the origin are asked for.
        await page.getByRole('link', { name: t('eventForm.completeFood', { name }) }).press('Enter')
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('forms.leave') })
          .press('Enter')
        await expect(page).toHaveURL(`/products/${id}/food`)
        await page.getByRole('combobox', { name: t('foodForm.fields.kind') }).selectOption('unprocessed')
        const origin = (code: 'fi' | 'sv') =>
          page.getByRole('textbox', { name: t(`foodForm.textIn.${code}`, { text: t('foodForm.fields.origin') }) })
        await page.getByRole('tab', { name: 'Suomi' }).press('Enter')
        await origin('fi').fill('Suomi')
        await page.keyboard.press('Control+s')
        await expect(page.getByText(`${t('foodForm.parts.origin')} (${t('foodForm.languages.sv')})`)).toBeVisible()
        await page.getByRole('tab', { name: `Svenska ${t('forms.tabMarks.missing')}` }).press('Enter')
        await origin('sv').fill('Finland')
        await page.keyboard.press('Control+s')
        await expect(page.getByText(t('foodForm.complete'))).toBeVisible()
        await expectAccessibleLayout(page)
        await page.setViewportSize({ width: 390, height: 844 })
        await expectAccessibleLayout(page)
        await shop.query(`UPDATE store SET food_languages = 'fi'`)
      },
    )
})

for (const language of ['fi', 'en'] as const)
  test(
    `a shopper reads what is in a food, and is warned of an allergen on the shelf and at a scan, in ${language}`,
    language === 'en' ? FULL_TIER : {},
    async ({ page, context, shop }) => {
      const t = textsIn(language)
      await signUp(context, shop, { language })
      const milk = { fi: 'Kevytmaito', en: 'Semi-skimmed milk' }[language]
      const trout = { fi: 'Kokonainen kirjolohi', en: 'Whole rainbow trout' }[language]
      await page.goto('/home')
      await page.getByRole('button', { name: milk, exact: true }).click()
      const sheet = page.getByRole('dialog', { name: milk })
      await expect(sheet.getByText(t('food.contains', { allergens: t('food.allergenNames.milk') }))).toBeVisible()
      await expect(sheet.getByRole('row', { name: t('food.nutrients.energy') })).toContainText('195')
      await expect(sheet.locator('dd[lang] strong').first()).toHaveText({ fi: 'maito', en: 'milk' }[language])
      await expectAccessible(page)
      // Back closes the sheet, and stays on the page. What was loaded is there without a network.
      await page.goBack()
      await expect(sheet).toHaveCount(0)
      await expect(page).toHaveURL('/home')

      await page.getByRole('button', { name: t('shell.accountButton') }).click()
      await page.getByRole('button', { name: t('food.mine') }).click()
      const choice = page.getByRole('dialog', { name: t('food.mine') })
      await choice.getByRole('checkbox', { name: t('food.allergenNames.milk') }).check()
      await choice.getByRole('checkbox', { name: t('food.allergenNames.fish') }).check()
      await expectAccessible(page)
      const sent: string[] = []
      page.on('request', request => sent.push(`${request.url()} ${request.postData() ?? ''}`))
      await choice.getByRole('button', { name: t('food.mineDone') }).click()

      await page.goto('/home')
      const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: milk, exact: true }) })
      const contained = t('food.contains', { allergens: t('food.allergenNames.milk') })
      await expect(card.getByText(contained)).toBeVisible()
      // The shelf marks goods without information as such, never as free of allergens.
      await expect(page.getByText(t('food.pillUnknown')).first()).toBeVisible()
      await page.goto('/basket')
      await page.getByRole('heading', { name: t('basket.empty') }).waitFor()
      await scanWithWedge(page, [getEan('light-milk')])
      await expect(
        page
          .getByRole('status')
          .getByText(t('food.warning', { product: milk, warning: contained }))
          .first(),
      ).toBeAttached()
      await expectAccessible(page)
      expect(sent.filter(request => /allergen|fish|gluten/i.test(request))).toEqual([])

      const id = await openEvent(shop, { names: NAMES, caps: { 'Whole rainbow trout': null } })
      await page.goto('/preorder-basket')
      await page.getByRole('button', { name: trout, exact: true }).click()
      const fish = page.getByRole('dialog', { name: trout })
      await expect(
        fish.getByText(t('food.contains', { allergens: t('food.allergenNames.fish') })).first(),
      ).toBeVisible()
      await expectAccessible(page)
      await shop.query(`UPDATE preorder_event SET status = 'closed' WHERE id = $1`, [id])
    },
  )

test('the next shopper of a phone gets no warnings of the last one', FULL_TIER, async ({ page, context, shop }) => {
  const t = textsIn('en')
  const stored = () => page.evaluate<string[]>(`Object.keys(localStorage).filter(key => key.includes('allergens'))`)
  const contained = page.getByText(t('food.contains', { allergens: t('food.allergenNames.milk') })).first()
  const choose = async () => {
    await page.goto('/home')
    await page.getByRole('button', { name: t('shell.accountButton') }).click()
    await page.getByRole('button', { name: t('food.mine') }).click()
    const choice = page.getByRole('dialog', { name: t('food.mine') })
    await choice.getByRole('checkbox', { name: t('food.allergenNames.milk') }).check()
    await expect(choice.getByText('Logging out erases it.')).toBeVisible()
    await choice.getByRole('button', { name: t('food.mineDone') }).click()
    await page.goto('/home')
    await expect(contained).toBeVisible()
  }
  await signUp(context, shop)
  await choose()
  // Another shopper signs in here without a logout before.
  await signUp(context, shop)
  await page.reload()
  await expect.poll(stored).toEqual([])
  await expect(page.getByRole('heading', { name: MATHILDEDAL })).toBeVisible()
  await expect(contained).toHaveCount(0)

  await choose()
  await page.getByRole('button', { name: t('shell.accountButton') }).click()
  await page.getByRole('button', { name: t('shell.logout') }).click()
  const question = page.getByRole('alertdialog', { name: t('shell.logoutTitle') })
  await expect(question).toContainText('Your allergens will be erased from this phone.')
  await expect(question.getByRole('button', { name: t('common.cancel') })).toBeVisible()
  await question.getByRole('button', { name: t('shell.logout') }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(await stored()).toEqual([])
})
