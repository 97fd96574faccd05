import { expect } from '@playwright/test'
import { signInMail, smsCode } from './mailbox.ts'
import { newPerson, signUp } from './people.ts'
import type { Screen, Visit } from './screen-list.ts'

async function requestLink({ page, language, t }: Visit): Promise<string> {
  const { email } = newPerson()
  await page.goto(`/?lang=${language}`)
  await page.getByRole('textbox', { name: t('login.email') }).fill(email)
  await page.getByRole('button', { name: t('login.submit') }).click()
  await expect(page.getByRole('heading', { name: t('login.inboxTitle') })).toBeVisible()
  return email
}

async function openLink(visit: Visit): Promise<void> {
  const { path } = await signInMail(visit.shop, await requestLink(visit))
  await visit.page.goto(path)
  await expect(visit.page.getByRole('heading', { name: visit.t('login.linkTitle') })).toBeVisible()
}

async function sendCode(visit: Visit): Promise<void> {
  const { page, context, shop, language, t } = visit
  const { phone } = newPerson()
  await signUp(context, shop, { language, isVerified: false })
  await page.goto('/home')
  await page.getByLabel(t('verification.phone')).fill(phone)
  await page.getByRole('button', { name: t('verification.send') }).click()
  await smsCode(shop, phone)
  await expect(page.getByLabel(t('verification.code'))).toBeVisible()
}

/** A page that anyone may open. */
const openPage = (name: string, path: string): Screen => ({
  name,
  isOpenedInEach: true,
  async open({ page, language }) {
    await page.goto(`${path}?lang=${language}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The operator's address comes from the server.
    await expect(page.getByRole('link', { name: /@/ }).first()).toBeVisible()
  },
})

export const SIGN_IN_SCREENS: readonly Screen[] = [
  {
    name: 'login',
    async open({ page, language, t }) {
      await page.goto(`/?lang=${language}`)
      await expect(page.getByRole('heading', { name: t('login.title') })).toBeVisible()
    },
  },
  {
    name: 'login-mistake',
    async open({ page, language, t }) {
      await page.goto(`/?lang=${language}`)
      await page.getByRole('button', { name: t('login.submit') }).click()
      await expect(page.getByText(t('form.requiredField'))).toBeVisible()
    },
  },
  { name: 'inbox', open: async visit => void (await requestLink(visit)) },
  { name: 'login-link', isOpenedInEach: true, open: openLink },
  {
    name: 'login-link-used',
    isOpenedInEach: true,
    async open(visit) {
      await visit.page.goto(`/login/1/2/3?lang=${visit.language}`)
      await visit.page.getByRole('button', { name: visit.t('login.linkButton') }).click()
      await expect(visit.page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'phone',
    async open({ page, context, shop, language, t }) {
      await signUp(context, shop, { language, isVerified: false })
      await page.goto('/home')
      await expect(page.getByLabel(t('verification.phone'))).toBeVisible()
    },
  },
  { name: 'phone-code', open: sendCode },
  {
    name: 'phone-cooldown',
    async open(visit) {
      await sendCode(visit)
      await visit.page.getByRole('button', { name: visit.t('verification.sendAgain') }).press('Enter')
      await expect(visit.page.getByRole('button', { name: visit.t('verification.send') })).toBeDisabled()
    },
  },
  openPage('removal', '/removal'),
  {
    name: 'my-removal',
    async open({ page, context, shop, language, t }) {
      await signUp(context, shop, { language })
      await page.goto('/removal')
      await expect(page.getByRole('button', { name: t('removal.begin') })).toBeVisible()
      await expect(page.getByRole('link', { name: /@/ }).first()).toBeVisible()
    },
  },
  {
    name: 'my-removal-code',
    async open({ page, context, shop, language, t }) {
      await signUp(context, shop, { language })
      await page.goto('/removal')
      await page.getByRole('button', { name: t('removal.begin') }).click()
      await expect(page.getByLabel(t('removal.code'))).toBeVisible()
    },
  },
  {
    name: 'privacy',
    isOpenedInEach: true,
    async open({ page, language, t }) {
      await page.goto(`/privacy?lang=${language}`)
      await expect(page.getByRole('heading', { name: t('privacy.kindsTitle') })).toBeVisible()
    },
  },
  openPage('phone-blocked', '/phone-blocked'),
  openPage('user-disabled', '/user-disabled'),
  openPage('accessibility', '/accessibility'),
]
