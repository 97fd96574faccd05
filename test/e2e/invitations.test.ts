import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { getEan } from './goods.ts'
import { messagesTo, smsCode } from './mailbox.ts'
import { newPerson, TEIJO } from './people.ts'
import { expect, type Page, test } from './test.ts'
import { textsIn } from './texts.ts'
import { scanWithWedge } from './wedge-scanner.ts'

test.use(A_DESK)

const t = textsIn('fi')
const A_PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'en-GB' }

/** FaultCounts the taps on a page of a phone; what is typed or filled in is none. */
function tapping(page: Page) {
  const taps: string[] = []
  const tap = async (role: 'link' | 'button' | 'textbox', name: string) => {
    taps.push(name)
    await page.getByRole(role, { name }).click()
  }
  return { taps, tap }
}

test('an admin invites a helper, who receives a delivery on a phone five taps after opening the mail’s link', async ({
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
  await expectAccessibleLayout(page)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('combobox', { name: 'Language of the email' }).selectOption('fi')
  await page.getByRole('checkbox', { name: 'Helper' }).check()
  await page.getByRole('group', { name: 'Helper' }).getByRole('checkbox', { name: TEIJO }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`An invitation was sent to ${email}`).first()).toBeVisible()
  const invitation = page.getByRole('region', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: email })
  await expect(invitation.getByText('Waiting')).toBeVisible()
  await expectAccessibleLayout(page)

  const [mail] = await messagesTo(shop, email)
  const link = /\/invitations\/[\w-]+\?lang=fi/.exec(mail?.text ?? '')?.[0] ?? ''
  const browser = await openBrowser(A_PHONE)
  const helper = await browser.newPage()
  const { taps, tap } = tapping(helper)
  await helper.goto(link)
  await expect(helper.getByText(`${t('people.kinds.helper')} ${TEIJO}`)).toBeVisible()
  await expectAccessibleLayout(helper)
  // Looking uses nothing up.
  await helper.reload()
  await tap('button', t('invitation.accept'))
  await tap('textbox', t('verification.phone'))
  await helper.getByLabel(t('verification.phone')).fill(phone)
  // For a moment a tap where the button before was does nothing.
  await expect(async () => {
    await helper.getByRole('button', { name: t('verification.send') }).click()
    await expect(helper.getByLabel(t('verification.code'))).toBeFocused({ timeout: 5000 })
  }).toPass()
  taps.push(t('verification.send'))
  await helper.getByLabel(t('verification.code')).fill(await smsCode(shop, phone))
  await tap('link', t('stock.delivery'))
  await expect(helper.getByText(TEIJO).first()).toBeVisible()
  await scanWithWedge(helper, [getEan('rye-bread')])
  await tap('button', t('stock.deliverySend_one', { count: '1' }))
  await expect(helper.getByRole('region', { name: t('stock.deliveryDone') })).toBeVisible()
  expect(taps).toHaveLength(5)

  await page.goto('/people')
  await expect(page.getByRole('row', { name: email })).toContainText(`Helper ${TEIJO}`)
  await expect(invitation.getByText('Accepted')).toBeVisible()
  await helper.goto(link)
  await expect(helper.getByText(t('invitation.accepted'))).toBeVisible()
  await expectAccessibleLayout(helper)
})
