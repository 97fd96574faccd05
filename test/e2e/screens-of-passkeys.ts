import { expect } from '@playwright/test'
import { signUpAdmin } from './admins.ts'
import type { Screen, Visit } from './screen-list.ts'

/** A new admin with these passkeys, none of which this browser can use. */
async function adminWith({ context, shop, language }: Visit, names: readonly string[]): Promise<string> {
  const { email } = await signUpAdmin(context, shop, { language })
  for (const [at, name] of names.entries())
    await shop.query(
      `INSERT INTO passkey (user_id, name, credential_id, public_key, counter, transports, device_type, is_backed_up, created_at)
        SELECT id, $2, sha256(gen_random_uuid()::text::bytea), sha256('a key'), 0, '{}', 'multiDevice', $3,
          now() - interval '40 days' FROM app_user WHERE email = $1`,
      [email, name, at === 0],
    )
  return email
}

const confirmed = ({ shop }: Visit, email: string) =>
  shop.query(
    `UPDATE session SET passkey_confirmed_at = now() FROM app_user
      WHERE app_user.id = session.user_id AND app_user.email = $1`,
    [email],
  )

async function openPasskeys(visit: Visit, names: readonly string[]): Promise<void> {
  await confirmed(visit, await adminWith(visit, names))
  await visit.page.goto('/passkeys')
  await expect(visit.page.getByRole('textbox', { name: visit.t('passkeys.name') })).toBeVisible()
}

/** The admin's screens of passkeys, and the request for one. */
export const PASSKEY_STATES: readonly Screen[] = [
  { name: 'admin-passkeys', isOpenedInEach: true, open: visit => openPasskeys(visit, ['iPhone', 'Security key']) },
  { name: 'admin-passkeys-first', isOpenedInEach: true, open: visit => openPasskeys(visit, []) },
  {
    name: 'admin-passkey-question',
    isOpenedInEach: true,
    async open(visit) {
      await adminWith(visit, ['iPhone'])
      await visit.page.goto('/home')
      await expect(visit.page.getByRole('dialog', { name: visit.t('passkeys.asked.title') })).toBeVisible()
    },
  },
]
