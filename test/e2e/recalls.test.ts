import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessible, expectAccessibleLayout } from './expect-accessible.ts'
import { getEan, goods } from './goods.ts'
import { messagesTo } from './mailbox.ts'
import { payOrder } from './order-mutations.ts'
import { productWith, signUp } from './people.ts'
import { expect, fullTier, test } from './test.ts'
import { textsIn } from './texts.ts'
import { scanWithWedge } from './wedge-scanner.ts'

const FULL_TIER = fullTier('the other language runs before each merge')

/** Each run has its own product: a recalled one can't be bought. */
const RECALLED = { fi: 'pea-soup', sv: 'spaghetti' }
const REFUNDED = { fi: 'rapeseed-oil', sv: 'strawberry-jam' }

test.describe('on a desktop', () => {
  test.use(A_DESK)

  for (const language of ['fi', 'sv'] as const)
    test(
      `a recall stops sales, and tells the buyer, who asks for a refund, in ${language}`,
      language === 'sv' ? FULL_TIER : {},
      async ({ page, context, shop, openBrowser, faults }) => {
        faults.allow(/422/)
        const t = textsIn(language)
        const code = getEan(RECALLED[language])
        const name = goods(RECALLED[language]).names[language]
        const phone = await openBrowser()
        const buyer = await signUp(phone, shop, { language })
        await payOrder(buyer, shop, [{ code, quantity: 2 }])
        const admin = await signUpAdmin(context, shop, { language })
        const { id } = await productWith(admin.api, code)

        await page.goto(`/products/${id}`)
        await page.getByRole('link', { name: t('productForm.recall') }).click()
        await expect(page.getByRole('heading', { level: 1, name: t('recalls.newOf', { product: name }) })).toBeVisible()
        const begin = page.getByRole('button', { name: t('recalls.begin') })
        await begin.click()
        await expect(page.getByText(t('recalls.reasonMissing'))).toBeVisible()
        await page.getByRole('tab', { name: { fi: 'Suomi', sv: 'Svenska' }[language] }).click()
        await page.getByRole('textbox', { name: t(`recalls.reasons.${language}`) }).fill('Lasia – glas.\nL1')
        await page.getByRole('textbox', { name: t('recalls.lots') }).fill('L2345')
        await expect(page.getByRole('main').getByText(/\b1\b/).first()).toBeVisible()
        await expectAccessibleLayout(page)
        await begin.click()
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('recalls.begin') })
          .click()
        await expect(
          page.getByRole('heading', { level: 1, name: t('recalls.titleOf', { product: name }) }),
        ).toBeVisible()
        await expect(page.getByText(buyer.email)).toBeVisible()
        await expectAccessibleLayout(page)

        const [mail] = (await messagesTo(shop, buyer.email, 2)).toReversed()
        expect(mail?.text).toContain('Lasia – glas.')
        const app = await phone.newPage()
        await app.goto('/home')
        const notice = app.getByRole('alertdialog', { name: t('recall.title', { product: name }) })
        await expect(notice.getByText('L2345')).toBeVisible()
        await expectAccessible(app)
        await notice.getByRole('button', { name: t('recall.askRefund') }).click()
        await expect(notice).toHaveCount(0)
        await app.goto('/basket')
        await app.getByRole('button', { name: t('scanner.start') }).waitFor()
        await scanWithWedge(app, [code])
        await expect(app.getByText(t('scanner.recalled', { product: name })).first()).toBeAttached()
      },
    )

  for (const language of ['fi', 'sv'] as const)
    test(
      `an admin refunds a buyer of recalled goods, and ends the recall, in ${language}`,
      language === 'sv' ? FULL_TIER : {},
      async ({ page, context, shop, openBrowser }) => {
        const t = textsIn(language)
        const code = getEan(REFUNDED[language])
        const name = goods(REFUNDED[language]).names[language]
        const buyer = await signUp(await openBrowser(), shop, { language })
        const order = await payOrder(buyer, shop, [{ code, quantity: 2 }])
        const admin = await signUpAdmin(context, shop, { language })
        const { id: product_id } = await productWith(admin.api, code)
        const recall = {
          product_id,
          reasons: { en: '', fi: '', sv: '', [language]: 'Lasia' },
          lots: '',
          sold_from: null,
          sold_until: null,
        }
        const { id } = await admin.api.request<{ id: number }>('POST admin/recalls', recall)
        await page.goto(`/recalls/${id}`)
        await page.getByRole('button', { name: t('recalls.refundOf', { email: buyer.email }) }).click()
        await expect.poll(async () => (await getRefunds(order.id))[0]?.state, { timeout: 30_000 }).toBe('DONE')
        await page.getByRole('button', { name: t('recalls.end') }).click()
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('recalls.end') })
          .click()
        await expect(page.getByText(t('recalls.states.ended')).first()).toBeVisible()
        await page.goto('/recalls')
        await expect(page.getByRole('link', { name }).first()).toBeVisible()
        await expectAccessibleLayout(page)

        function getRefunds(orderId: number) {
          return shop.query<{ state: string }>('SELECT state FROM refund WHERE order_id = $1', [orderId])
        }
      },
    )
})
