import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { messagesTo } from './mailbox.ts'
import { MATHILDEDAL, signUpByMail } from './people.ts'
import { expect, test } from './test.ts'

test.use(A_DESK)

test('an admin finds a visit without a purchase in the log, and asks once whether something stayed unpaid', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const guestContext = await openBrowser()
  const guest = await signUpByMail(guestContext, shop)
  // The store is remembered: only Start shopping begins the visit.
  await shop.query('DELETE FROM visit WHERE user_id = (SELECT id FROM app_user WHERE email = $1)', [guest.email])
  const phone = await guestContext.newPage()
  await phone.goto('/home')
  await phone.getByRole('link', { name: 'Start shopping' }).first().click()
  await expect(phone).toHaveURL(/\/basket$/)
  await expect
    .poll(() =>
      shop.query('SELECT began_by FROM visit JOIN app_user u ON u.id = user_id WHERE email = $1', [guest.email]),
    )
    .toEqual([{ began_by: 'start' }])

  await signUpAdmin(context, shop, { store: null })
  await page.goto('/visitors-log?purchase=false')
  const row = page.getByRole('row').filter({ hasText: guest.email })
  await expect(row).toContainText(MATHILDEDAL)
  await expect(row).toContainText('Start shopping')
  await expectAccessibleLayout(page)
  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/visitors-log\/\d+$/)
  await expect(page.getByText('Started shopping')).toBeVisible()
  await expectAccessibleLayout(page)

  await page.getByRole('button', { name: 'Send the question' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send the question' }).click()
  await expect(page.getByText('No payment in this store since then.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send the question' })).toHaveCount(0)
  const questions = async () => (await messagesTo(shop, guest.email)).filter(({ text }) => text.includes('/basket'))
  await expect.poll(questions).toHaveLength(1)
})
