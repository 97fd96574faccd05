import { expect } from '@playwright/test'
import { ApiCaller } from './api-caller.ts'
import { signInMail } from './mailbox.ts'
import { signUpByMail } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import type { Screen, Visit } from './screen-list.ts'

const DEVICES = [
  ['Safari', 'Mac', 40, 90],
  ['Samsung Internet', 'Android', 900, 2600],
  [null, null, 4000, 9000],
] as const

/** As if this person had signed in on three more devices. */
export async function signInAtDevices(shop: RunningShop, email: string): Promise<void> {
  for (const [browser, system, seenMinutesAgo, begunMinutesAgo] of DEVICES)
    await shop.query(
      `INSERT INTO session (token_sha256, user_id, browser, system, created_at, last_seen_at, expires_at)
        SELECT sha256(gen_random_uuid()::text::bytea), id, $2, $3, now() - $4 * interval '1 minute',
          now() - $5 * interval '1 minute', now() + interval '100 days' FROM app_user WHERE email = $1`,
      [email, browser, system, begunMinutesAgo, seenMinutesAgo],
    )
}

/** Opens the session list of a person who is signed in on four devices. */
async function openSessions({ page, context, shop, language, t }: Visit): Promise<string> {
  const { email } = await signUpByMail(context, shop, { language })
  await page.goto('/home')
  await signInAtDevices(shop, email)
  await page.getByRole('button', { name: t('shell.accountButton') }).click()
  await page.getByRole('link', { name: t('sessions.title') }).click()
  await expect(page.getByRole('list', { name: t('sessions.title') }).getByRole('listitem')).toHaveCount(4)
  return email
}

/** Moves the start of this person's sessions a quarter of an hour into the past. */
export const letTimePass = (shop: RunningShop, email: string) =>
  shop.query(
    `UPDATE session SET created_at = session.created_at - interval '15 minutes' FROM app_user
      WHERE app_user.id = session.user_id AND app_user.email = $1`,
    [email],
  )

/** The list of a person's sessions. */
export const SESSION_SCREENS: readonly Screen[] = [{ name: 'sessions', open: openSessions }]

/** Ending other sessions requires a code first. */
export const SESSION_STATES: readonly Screen[] = [
  {
    name: 'sessions-anew',
    async open(visit) {
      const { page, shop, t } = visit
      await letTimePass(shop, await openSessions(visit))
      await page.reload()
      await page.getByRole('button', { name: t('sessions.mailCode') }).click()
      await expect(page.getByLabel(t('login.code'))).toBeFocused()
    },
  },
]

/** Another browser of the same person, signed in through the API. */
export async function signInElsewhere(other: Visit['context'], shop: RunningShop, email: string): Promise<ApiCaller> {
  const api = new ApiCaller(other.request, shop)
  await api.request('POST login', { email })
  await api.request('POST login/code', { email, code: (await signInMail(shop, email, 2)).code })
  return api
}
