import { signUpAdmin } from './admins.ts'
import { fillBasket } from './basket-storage.ts'
import { TWO_MILKS } from './checkout.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { messagesTo } from './mailbox.ts'
import { signUp, MATHILDEDAL } from './people.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'

test('on a phone, in Finnish: a shopper asks for help and sees when somebody on duty has seen it', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const t = textsIn('fi')
  const admin = await signUpAdmin(await openBrowser(), shop)
  const shopper = await signUp(context, shop, { language: 'fi' })
  await fillBasket(page, shopper, TWO_MILKS)
  await page.goto('/basket')
  await page.getByRole('button', { name: t('help.open'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('help.title') })
  await expect(dialog.getByRole('link')).toHaveAttribute('href', /^tel:\+\d+$/)
  await expect(dialog.getByRole('status')).toHaveText(t('help.states.none'))
  await expectAccessibleLayout(page)
  await dialog.getByRole('button', { name: t('help.ask') }).click()
  await expect(dialog.getByRole('status')).toHaveText(t('help.states.waiting'))
  await expectAccessibleLayout(page)

  const [mail] = await messagesTo(shop, admin.email)
  expect(mail?.subject).toMatch(new RegExp(`^${MATHILDEDAL}: A shopper needs help: in the basket, 2,90\\s€$`))
  const colleague = await (await openBrowser()).newPage()
  await colleague.goto(/\/calls\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '')
  await colleague.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(colleague.getByText('Acknowledged. No one else is called.')).toBeVisible()

  await expect(dialog.getByRole('status')).toHaveText(t('help.states.seen'), { timeout: 20_000 })
  await dialog.getByRole('button', { name: t('common.close') }).click()
  // The same call, after a reload.
  await page.reload()
  await page.getByRole('button', { name: t('help.open'), exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText(t('help.states.seen'))
})
