import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { identityServer } from './identity-server.ts'
import { SoftwareAuthenticator, type Deviations } from './software-authenticator.ts'
import type { TestBrowser } from './test-browser.ts'

type PasskeyChallenge = { challenge: string; user: { id: string } }

/** A server whose admins have passkeys, at https://shop.example. */
export async function passkeyShop(database: DatabaseHandle, variables: Record<string, string> = {}) {
  const server = await identityServer(database, {
    variables: { PUOTI_PUBLIC_URL: 'https://shop.example', ...variables },
  })
  const users = database.kysely.updateTable('app_user')
  let phones = 0

  async function userId(email: string): Promise<number> {
    const row = database.kysely.selectFrom('app_user').select('id').where('email', '=', email)
    return (await row.executeTakeFirstOrThrow()).id
  }

  return {
    ...server,
    userId,
    /** A browser in which an admin has just signed in by mail. */
    async admin(email: string): Promise<TestBrowser> {
      const browser = await server.signedIn(email)
      phones += 1
      const phone = `+3584577${String(phones).padStart(5, '0')}`
      await users.set({ is_admin: true, is_verified: true, phone }).where('email', '=', email).execute()
      return browser
    },
  }
}
export type PasskeyShop = Awaited<ReturnType<typeof passkeyShop>>

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
