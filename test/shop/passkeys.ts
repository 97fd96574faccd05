import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { identityOptions } from './identity.ts'
import type { Shop } from './open-shop.ts'
import { SoftwareAuthenticator, type Deviations } from './software-authenticator.ts'
import type { TestBrowser } from './test-browser.ts'

type PasskeyChallenge = { challenge: string; user: { id: string } }

/** A shop at https://shop.example, the origin of the passkeys. */
export const passkeyOptions = (database: DatabaseHandle, variables: Record<string, string> = {}) =>
  identityOptions(database, { PUOTI_PUBLIC_URL: 'https://shop.example', ...variables })

export async function userIdByEmail({ database }: Shop, email: string): Promise<number> {
  const row = database.kysely.selectFrom('app_user').select('id').where('email', '=', email)
  return (await row.executeTakeFirstOrThrow()).id
}

/** A browser in which an admin has just signed in by mail. */
export async function signedInAdmin(shop: Shop, email: string): Promise<TestBrowser> {
  const browser = await shop.signedIn(email)
  const id = await userIdByEmail(shop, email)
  const phone = `+3584577${String(id).padStart(5, '0')}`
  const row = { is_admin: true, is_verified: true, phone }
  await shop.database.kysely.updateTable('app_user').set(row).where('id', '=', id).execute()
  return browser
}

/** The options for creating a passkey. */
export async function beginAdd(browser: TestBrowser): Promise<PasskeyChallenge> {
  const { status, body } = await browser.call('POST admin/passkeys/options')
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  // The type of the contract.
  return body as PasskeyChallenge
}

export async function beginConfirm(browser: TestBrowser): Promise<{ challenge: string }> {
  const { status, body } = await browser.call('POST admin/passkeys/confirmation/options')
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as { challenge: string }
}

/** Adds a passkey to the browser's user; returns the authenticator that holds it. */
export async function enrolled(browser: TestBrowser, name = 'Phone', authenticator = new SoftwareAuthenticator()) {
  const passkey = authenticator.create(await beginAdd(browser))
  const { status, body } = await browser.call('POST admin/passkeys', { name, passkey })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return authenticator
}

/** Confirms with a passkey; returns the server's response. */
export async function confirmed(browser: TestBrowser, authenticator: SoftwareAuthenticator, deviations?: Deviations) {
  const answer = authenticator.get(await beginConfirm(browser), deviations)
  return browser.call('POST admin/passkeys/confirmation', answer)
}
