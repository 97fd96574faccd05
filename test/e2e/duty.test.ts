import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { messagesTo } from './mailbox.ts'
import { TEIJO } from './people.ts'
import { expect, test } from './test.ts'

test.use(A_DESK)

test('an admin puts a colleague on duty, who acknowledges a test call by the link without logging in', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  await signUpAdmin(context, shop)
  const colleagueContext = await openBrowser()
  const colleague = await signUpAdmin(colleagueContext, shop)
  await page.goto('/duty')
  await expectAccessibleLayout(page)
  await page.getByRole('link', { name: TEIJO }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Duty: ${TEIJO}` })).toBeVisible()

  const person = page.getByRole('group', { name: colleague.email })
  await person.getByRole('combobox', { name: 'When' }).selectOption('Immediately')
  await person.getByLabel('From, such as 8:00').fill('8')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(person.getByText('Enter a time such as 8:30, or leave both empty')).toBeVisible()
  await person.getByLabel('From, such as 8:00').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await expectAccessibleLayout(page)

  await page.getByRole('button', { name: 'Make a test call' }).click()
  await expect(page.getByText(/^\d calls? (?:is|are) on (?:its|their) way\.$/).first()).toBeVisible()

  const stranger = await (await openBrowser()).newPage()
  const [mail] = await messagesTo(shop, colleague.email)
  await stranger.goto(/\/calls\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '')
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(`${TEIJO}: This is a test call`)
  await expectAccessibleLayout(stranger)
  await stranger.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(stranger.getByText('Acknowledged. No one else is called.')).toBeVisible()
  await stranger.goto('/home')
  await expect(stranger.getByRole('textbox', { name: 'Email' })).toBeVisible()

  await page.goto('/duty')
  await expect(page.getByRole('row', { name: /This is a test call/ }).first()).toContainText(colleague.email)
})
