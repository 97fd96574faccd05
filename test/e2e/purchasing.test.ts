import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import type { Supplier } from '#contract/catalogue/suppliers.ts'
import type { PurchaseOrderDetail } from '#contract/stock/purchase-orders.ts'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { getEan } from './goods.ts'
import { messagesTo } from './mailbox.ts'
import { productWith, type Shopper } from './people.ts'
import { expect, fullTier, test } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('the other language runs before each merge')

const PIECES = { fi: 'kpl', sv: 'st' }

/** A supplier with one product, of which the store should have five and has none. */
async function suppliedProduct({ api }: Shopper, name: string) {
  const email = `${name.toLowerCase()}@puoti.example`
  const terms = { lead_days: 2, order_days: '14', min_order: 500, language: 'en' }
  const supplier = await api.request<Supplier>('POST admin/suppliers', { name: `${name} Ltd`, email, ...terms })
  const { id } = await productWith(api, getEan('rye-bread'))
  const bread = await api.request<AdminProduct>(`GET admin/products/${id}`)
  const { id: _id, revision: _revision, version_id: _version, vat: _vat, supplier: _supplier, stores, ...rest } = bread
  const { created_at: _created, updated_at: _updated, images: _images, ...form } = rest
  const codes = { ean13: null, eanCase: null, product_code: null, units_per_case: null }
  const product = await api.request<AdminProduct>('POST admin/products', {
    ...form,
    ...codes,
    names: { en: name, fi: `${name} fi`, sv: `${name} sv` },
    supplier_id: supplier.id,
    supplier_code: 'RB-7',
    order_pack: 4,
    alarm_limit: 5,
    stores: stores.map(({ store_id }) => ({ store_id, alarm_limit: null, offered: true })),
  })
  const price = { supplier_id: supplier.id, valid_from: '2026-01-01', price: 1.2345 }
  await api.request(`POST admin/products/${product.id}/purchase-prices`, price)
  return { supplier, email, productId: product.id, storeId: stores[0]?.store_id ?? 0 }
}

/** The same product, of which three packs of four were ordered. */
async function orderedProduct(admin: Shopper, name: string) {
  const { supplier, productId, storeId } = await suppliedProduct(admin, name)
  const lines = [{ product_id: productId, quantity: 12 }]
  const order = { store_id: storeId, supplier_id: supplier.id, note: '', lines }
  const { id, revision } = await admin.api.request<PurchaseOrderDetail>('POST admin/purchase-orders', order)
  const sent = { revision, state: 'sent', by_email: false, reason: '' }
  await admin.api.request(`PUT admin/purchase-orders/${id}/state`, sent)
  return { storeId, orderId: id }
}

test.describe('on a desktop', () => {
  test.use(A_DESK)

  for (const language of ['fi', 'sv'] as const)
    test(
      `an admin orders what a supplier's products need by email, in ${language}`,
      language === 'sv' ? FULL_TIER : {},
      async ({ page, context, shop }) => {
        const t = textsIn(language)
        const admin = await signUpAdmin(context, shop, { language })
        const name = `Barley${language}`
        const { supplier, email, storeId } = await suppliedProduct(admin, name)

        await page.goto(`/stock?store=${storeId}`)
        await page.getByRole('link', { name: t('purchasing.orders'), exact: true }).click()
        await page
          .getByRole('link', { name: t('purchasing.reorder') })
          .first()
          .click()
        await page.getByRole('combobox', { name: t('purchasing.supplier') }).fill(supplier.name)
        await page.getByRole('option', { name: supplier.name }).click()
        const title = `${name} ${language}`
        const packs = page.getByRole('textbox', { name: t('purchasing.packs', { product: title }) })
        await expect(packs).toHaveValue('2')
        await expect(page.getByText('RB-7')).toBeVisible()
        await expect(page.getByText(t('purchasing.belowLeast', { amount: '500,00\u00a0€' }))).toBeVisible()
        await expectAccessibleLayout(page)
        await packs.fill('3')
        await page.getByRole('button', { name: t('purchasing.make') }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\d{4}/)
        await expectAccessibleLayout(page)
        await page.getByRole('button', { name: t('purchasing.sendMail') }).click()
        const question = page.getByRole('alertdialog')
        await question.getByRole('button', { name: t('purchasing.sendMail') }).click()
        await expect(page.getByRole('link', { name: t('purchasing.receive') })).toBeVisible()
        await expectAccessibleLayout(page)
        const [mail] = (await messagesTo(shop, email, 1)).toReversed()
        expect(mail?.text).toContain(`RB-7  ${name}  3 × 4`)
      },
    )

  for (const language of ['fi', 'sv'] as const)
    test(
      `a delivery is received with its costs, and taken back, in ${language}`,
      language === 'sv' ? FULL_TIER : {},
      async ({ page, context, shop }) => {
        const t = textsIn(language)
        const admin = await signUpAdmin(context, shop, { language })
        const name = `Oat${language}`
        const title = `${name} ${language}`
        const { storeId, orderId } = await orderedProduct(admin, name)
        await page.goto(`/stock?store=${storeId}&order=${orderId}`)
        await page.getByRole('link', { name: t('purchasing.receive') }).click()
        await page.getByRole('button', { name: t('stock.asOrdered') }).click()
        await page.getByRole('button', { name: new RegExp(`^${title}: \\d`) }).click()
        const pad = page.getByRole('dialog', { name: title })
        await pad.getByRole('textbox').fill('10')
        await pad.getByRole('button', { name: t('stock.numberDone') }).click()
        await expect(page.getByText(t('purchasing.missing', { quantity: `2\u00a0${PIECES[language]}` }))).toBeVisible()
        await page.getByRole('textbox', { name: t('stock.deliveryNote') }).fill('L-9')
        await page.getByText(t('stock.costs')).click()
        const cost = page.getByRole('textbox', { name: t('stock.costOf', { product: title }) })
        await expect(cost).toHaveValue('1,2345')
        await cost.fill('1,3')
        await page.getByText(t('stock.savePrices')).click()
        await expectAccessibleLayout(page)
        await page.getByRole('button', { name: t('stock.deliverySend_one', { count: '1' }) }).click()
        await expect(page.getByRole('region', { name: t('stock.deliveryDone') })).toBeVisible()
        await page
          .getByRole('link', { name: t('stock.backToOrder') })
          .first()
          .click()
        await expect(page.getByText(t('purchasing.states.part'))).toBeVisible()

        await page.goto(`/stock?store=${storeId}&deliveries=all`)
        await expect(page.getByText('13,00\u00a0€').first()).toBeVisible()
        await expectAccessibleLayout(page)
        await page
          .getByRole('button', { name: new RegExp(`^${t('stock.undo')}: `) })
          .first()
          .click()
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('stock.undo') })
          .click()
        await expect(page.getByText(t('stock.isUndone')).first()).toBeVisible()
      },
    )
})
