import { signUpAdmin } from './admins.ts'
import { ApiCaller } from './api-caller.ts'
import { A_DESK } from './desk.ts'
import { expectSound } from './expect-sound.ts'
import { messagesTo, smsCode } from './mailbox.ts'
import { newPerson, TEIJO } from './people.ts'
import { expect, test } from './test.ts'

test.use(A_DESK)

test('an admin invites a helper, who accepts by the link in another browser and appears with the right', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const { email, phone } = newPerson()
  await signUpAdmin(context, shop)
  await page.goto('/people')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Choose at least one right')).toBeVisible()
  await expectSound(page)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('checkbox', { name: 'Helper' }).check()
  await page.getByRole('group', { name: 'Helper' }).getByRole('checkbox', { name: TEIJO }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`An invitation was sent to ${email}`).first()).toBeVisible()
  const invitation = page.getByRole('region', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: email })
  await expect(invitation.getByText('Waiting')).toBeVisible()
  await expectSound(page)

  const [mail] = await messagesTo(shop, email)
  const link = /\/invitations\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
  const browser = await openBrowser()
  const helper = await browser.newPage()
  await helper.goto(link)
  await expect(helper.getByText(`Helper ${TEIJO}`)).toBeVisible()
  await expectSound(helper)
  // Looking uses nothing up.
  await helper.reload()
  await helper.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(helper.getByRole('textbox', { name: 'Mobile phone' })).toBeVisible()
  const api = new ApiCaller(browser.request, shop)
  await api.request('POST sendVerification', { phone })
  await api.request('POST verify', { verification_code: await smsCode(shop, phone) })
  const stores = await api.request<{ name: string }[]>('GET admin/store-choices')
  expect(stores.map(({ name }) => name)).toEqual([TEIJO])

  await page.goto('/people')
  await expect(page.getByRole('row', { name: email })).toContainText(`Helper ${TEIJO}`)
  await expect(invitation.getByText('Accepted')).toBeVisible()
  await helper.goto(link)
  await expect(helper.getByText('This invitation has already been accepted.')).toBeVisible()
  await expectSound(helper)
})
