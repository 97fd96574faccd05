import { type CDPSession, expect, type Page } from '@playwright/test'
import type { LanguageCode } from '#contract/values.ts'
import { messagesTo } from './mailbox.ts'
import type { RunningShop } from './running-shop.ts'
import type { Texts } from './texts.ts'

/** A device with a screen lock that unlocks at once. */
export async function addAuthenticator(page: Page): Promise<{ client: CDPSession; authenticatorId: string }> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return { client, authenticatorId }
}

type Visit = { page: Page; t: Texts; shop: RunningShop; email: string; language: LanguageCode }

/** The paths of the links that were mailed to an address, oldest first. */
const linksTo = async (shop: RunningShop, email: string) =>
  (await messagesTo(shop, email, 0)).flatMap(({ text }) => /\/login\/\S+/.exec(text) ?? [])

/** Signs in the usual way: the address, the mail, its link. */
export async function signInByLink({ page, t, shop, email, language }: Visit): Promise<void> {
  const { length: before } = await linksTo(shop, email)
  await page.goto(`/?lang=${language}`)
  await page.getByRole('textbox', { name: t('login.email') }).fill(email)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await linksTo(shop, email)).length).toBe(before + 1)
  await page.goto((await linksTo(shop, email)).at(-1)!)
  await page.getByRole('button', { name: t('login.linkButton') }).press('Enter')
  await expect(page).toHaveURL(/\/home$/)
}
