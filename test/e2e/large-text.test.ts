import { fillBasket } from './basket-storage.ts'
import { getEan, goods } from './goods.ts'
import { expectReadable } from './large-text.ts'
import { signUp } from './people.ts'
import { SCREENS, STATES, type Visit } from './screen-list.ts'
import { PHONE, SMALL_PHONE, applyLook } from './screen-variants.ts'
import { expect, fullTier, test } from './test.ts'
import { textsIn } from './texts.ts'

const REASON = 'the other screens have large text before each merge'
const FULL_TIER = fullTier(REASON)

/** Checked before each merge: the screens of a purchase. */
const PURCHASE = new Set(['home', 'product-sheet', 'basket', 'checkout', 'paying', 'completed'])
const SIZES = [PHONE, SMALL_PHONE]

const finnish = (visit: Omit<Visit, 'language' | 't'>): Visit => ({ ...visit, language: 'fi', t: textsIn('fi') })

// Its store is open in the evening.
const AT_NOON = 'door-code-closed'

for (const screen of [...SCREENS, ...STATES].filter(({ name }) => name !== AT_NOON)) {
  const isOnlyFull = !PURCHASE.has(screen.name)
  test(
    `with text twice as large, everything on the screen ${screen.name} can be read`,
    screen.hasCamera ? fullTier(REASON, '@whole') : isOnlyFull ? FULL_TIER : {},
    async ({ page, context, shop, faults }) => {
      // The recorder of a failed test requests the picture that a blob shows.
      faults.allow(/Connecting to 'blob:/)
      const visit = finnish({ page, context, shop })
      await applyLook(page, PHONE)
      await screen.open(visit)
      for (const size of SIZES) {
        await applyLook(page, { ...size, isLarge: true })
        await expectReadable(page, `${screen.name} at ${size.width} px`)
      }
      await screen.leave?.(visit)
    },
  )
}

test('on the smallest phone no word is broken at checkout, and no code in the product sheet', async ({
  page,
  context,
  shop,
}) => {
  await applyLook(page, SMALL_PHONE)
  const visit = finnish({ page, context, shop })
  await SCREENS.find(({ name }) => name === 'product-sheet')?.open(visit)
  await expectReadable(page, 'the product sheet')
  const shopper = await signUp(context, shop, { language: 'fi' })
  await fillBasket(page, shopper, [
    { code: goods('smoked-salmon').names.en, quantity: 0.38 },
    { code: getEan('archipelago-bread'), quantity: 1 },
  ])
  await page.goto('/basket')
  await page.getByRole('button', { name: visit.t('basket.toCheckout') }).click()
  await expect(page.getByRole('heading', { name: visit.t('checkout.title') })).toBeVisible()
  await expectReadable(page, 'checkout')
})
