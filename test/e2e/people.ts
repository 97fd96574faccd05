import type { BrowserContext } from '@playwright/test'
import type { Product } from '#contract/catalogue/products.ts'
import type { Store } from '#contract/stores/stores.ts'
import type { LanguageCode } from '#contract/values.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { randomToken, sha256 } from '#server/platform/secrets/secrets.ts'
import { ApiCaller } from './api-caller.ts'
import { signInMail, smsCode } from './mailbox.ts'
import type { RunningShop } from './running-shop.ts'

export const MATHILDEDAL = 'Mathildedalin puoti'
export const TEIJO = 'Teijon puoti'
export const KIRJAKKALA = 'Kirjakkalan puoti'

let count = 0

/** A new address and a new Finnish number. Addresses are equally long, so that pictures of pages with one look alike. */
export function newPerson(): { email: string; phone: string } {
  count++
  const name = `${String(process.pid).padStart(7, '0')}-${String(count).padStart(3, '0')}`
  return { email: `shopper-${name}@example.fi`, phone: `+35850${String(1_000_000 + count)}` }
}

export type SignUp = { language?: LanguageCode; store?: string | null; isVerified?: boolean }

/** A person whose browser is signed in. */
export type Shopper = { email: string; phone: string; api: ApiCaller }

/** Writes a new shopper's account and session into the database; signing in has its own tests. */
export async function signUp(context: BrowserContext, shop: RunningShop, options: SignUp = {}): Promise<Shopper> {
  const { language = 'en', store = MATHILDEDAL, isVerified = true } = options
  const person = newPerson()
  const token = randomToken()
  await shop.query(ACCOUNT_WITH_SESSION, [
    person.email,
    isVerified ? person.phone : null,
    isVerified,
    language,
    isVerified ? store : null,
    sha256(token),
  ])
  await context.addCookies([{ name: SESSION_COOKIE, value: token, url: shop.origin, httpOnly: true, sameSite: 'Lax' }])
  return { ...person, api: new ApiCaller(context.request, shop) }
}

const ACCOUNT_WITH_SESSION = `
  WITH account AS (
    INSERT INTO app_user (email, phone, is_verified, language_id, active_store_id, last_login_at)
    SELECT $1, $2, $3, language.id, (SELECT id FROM store WHERE name = $5), now() FROM language WHERE code = $4
    RETURNING id
  )
  INSERT INTO session (token_sha256, user_id, last_seen_at, expires_at)
  SELECT $6, id, now(), now() + interval '180 days' FROM account`

/** Signs a person in again whose sessions have ended, by a row like `signUp`. */
export async function signInAgain(context: BrowserContext, shop: RunningShop, email: string): Promise<void> {
  const token = randomToken()
  await shop.query(
    `INSERT INTO session (token_sha256, user_id, last_seen_at, expires_at)
      SELECT $2, id, now(), now() + interval '180 days' FROM app_user WHERE email = $1`,
    [email, sha256(token)],
  )
  await context.addCookies([{ name: SESSION_COOKIE, value: token, url: shop.origin, httpOnly: true, sameSite: 'Lax' }])
}

/** Signs a new shopper in as browsers do: by the code of a mail, then by that of an SMS. */
export async function signUpByMail(context: BrowserContext, shop: RunningShop, options: SignUp = {}): Promise<Shopper> {
  const { language = 'en', store = MATHILDEDAL, isVerified = true } = options
  const person = newPerson()
  const api = new ApiCaller(context.request, shop)
  await signInByApi(api, shop, { email: person.email, language })
  if (isVerified) {
    await api.request('POST sendVerification', { phone: person.phone })
    await api.request('POST verify', { verification_code: await smsCode(shop, person.phone) })
  }
  if (isVerified && store !== null) await api.request('PUT user', { activeStoreId: (await storeNamed(api, store)).id })
  return { ...person, api }
}

/** Signs in an existing or new address; `mailsBefore`: how many sign-in mails it had received. */
async function signInByApi(
  api: ApiCaller,
  shop: RunningShop,
  { email, language = 'en', mailsBefore = 0 }: { email: string; language?: LanguageCode; mailsBefore?: number },
): Promise<void> {
  await api.request(`POST login?lang=${language}`, { email })
  const { code } = await signInMail(shop, email, mailsBefore + 1)
  await api.request('POST login/code', { email, code })
}

export async function storeNamed(api: ApiCaller, name: string): Promise<Store> {
  const stores = await api.request<Store[]>('GET stores')
  return stores.find(store => store.name === name)!
}

/** The product with an EAN or a label's code, or with an English name, as the shopper's store has it. */
export async function productWith(api: ApiCaller, codeOrName: string): Promise<Product> {
  const products = await api.request<Product[]>('GET products?lang=en')
  return products.find(({ ean13, product_code, name }) => [ean13, product_code, name].includes(codeOrName))!
}
