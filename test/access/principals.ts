import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreRight } from '#domain/accounts/store-rights.ts'
import type { App } from '#server/app.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken, VISITOR_COOKIE } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { randomToken, sha256 } from '#server/platform/secrets/secrets.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import type { Principal } from './door.ts'

/** The headers of a caller's requests. */
export type Headers = Record<string, string>

type World = { app: App; database: DatabaseHandle }

/** All kinds of callers. `callAsBefore` makes an admin's or a keeper's calls before rights are taken away in mid-session. */
export async function allPrincipals(
  { app, database }: World,
  callAsBefore: (headers: Headers, who: 'admin' | 'keeper') => Promise<void>,
): Promise<Record<Principal, Headers>> {
  const carrying = (cookie: string, owner: string): Headers => ({
    cookie: `${cookie}=${owner}`,
    'x-csrf-token': csrfToken(app.context.secrets, owner),
  })
  const person = async (who: Parameters<typeof signedInShopper>[1] = {}) => {
    const session = await signedInShopper(database, who)
    return { session, headers: carrying(SESSION_COOKIE, session) }
  }
  const [blocked, former] = [await person({ isAdmin: true }), await person({ isAdmin: true })]
  const expired = await person({ isAdmin: true })
  await callAsBefore(blocked.headers, 'admin')
  await callAsBefore(former.headers, 'admin')
  await callAsBefore(expired.headers, 'admin')
  await changeUser(database, blocked.session, { blocked_at: new Date() })
  await changeUser(database, former.session, { is_admin: false })
  await expire(database, expired.session)
  const beforePasskey = await person({ isAdmin: true })
  await grantPasskey(database, beforePasskey.session)
  const store = await addStore(database)
  const everywhere = (kind: StoreRight) => person({ rights: [{ kind, storeId: null }] })
  const there = (kind: StoreRight) => person({ rights: [{ kind, storeId: store }] })
  const formerKeeper = await everywhere('keeper')
  await callAsBefore(formerKeeper.headers, 'keeper')
  await endRights(database, formerKeeper.session)
  const [keeperBefore, bookkeeperBefore] = [await there('keeper'), await everywhere('bookkeeper')]
  await grantPasskey(database, keeperBefore.session)
  await grantPasskey(database, bookkeeperBefore.session)
  // As long as a server may cache a session.
  await sleep(1000)
  const { 'x-csrf-token': _token, ...withoutToken } = (await person({ isAdmin: true })).headers
  const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  return {
    anonymous: carrying(VISITOR_COOKIE, randomToken()),
    unverified: (await person({ isVerified: false, isAdmin: true })).headers,
    shopper: (await person()).headers,
    'another shopper': (await person()).headers,
    blocked: blocked.headers,
    admin: (await person({ isAdmin: true })).headers,
    'admin before passkey': beforePasskey.headers,
    keeper: (await everywhere('keeper')).headers,
    'keeper of a store': (await there('keeper')).headers,
    'keeper before passkey': keeperBefore.headers,
    'former keeper': formerKeeper.headers,
    'helper of a store': (await there('helper')).headers,
    bookkeeper: (await everywhere('bookkeeper')).headers,
    'bookkeeper of a store': (await there('bookkeeper')).headers,
    'bookkeeper before passkey': bookkeeperBefore.headers,
    'former admin': former.headers,
    'expired session': expired.headers,
    'admin without token': withoutToken,
    'admin on another site': { ...(await person({ isAdmin: true })).headers, ...elsewhere },
  }
}

const expire = ({ kysely: db }: DatabaseHandle, session: string) =>
  db
    .updateTable('session')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('token_sha256', '=', sha256(session))
    .executeTakeFirstOrThrow()

const changeUser = (
  { kysely: db }: DatabaseHandle,
  session: string,
  change: { blocked_at?: Date; is_admin?: boolean },
) =>
  db
    .updateTable('app_user')
    .set(change)
    .where('id', '=', eb => eb.selectFrom('session').select('user_id').where('token_sha256', '=', sha256(session)))
    .executeTakeFirstOrThrow()

const endRights = ({ kysely: db }: DatabaseHandle, session: string) =>
  db
    .deleteFrom('user_right')
    .where('user_id', '=', eb => eb.selectFrom('session').select('user_id').where('token_sha256', '=', sha256(session)))
    .executeTakeFirstOrThrow()

/** A passkey that the session has not confirmed. */
export const grantPasskey = ({ kysely: db }: DatabaseHandle, session: string) =>
  db
    .insertInto('passkey')
    .values(eb => ({
      user_id: eb
        .selectFrom('session')
        .select('user_id')
        .where('token_sha256', '=', sha256(session))
        .$asScalar()
        .$notNull(),
      credential_id: Buffer.from(randomToken()),
      public_key: Buffer.from('a key'),
      counter: 0,
      transports: [],
      device_type: 'singleDevice',
      is_backed_up: false,
      name: 'Phone',
    }))
    .executeTakeFirstOrThrow()
