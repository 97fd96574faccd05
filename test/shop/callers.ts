import type { FastifyInstance } from 'fastify'
import type { GrantedRight, StoreRight } from '#domain/accounts/store-rights.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { randomToken, sha256 } from '#server/platform/secrets/secrets.ts'

export type Role = 'shopper' | StoreRight | 'admin'
type Server = { app: FastifyInstance; context: Pick<Context, 'secrets'> }
type CallInput = { request: string; body?: unknown }

/** One call of a signed-in user. `request`: "PUT user", under /api. A buffer is sent unchanged. */
export function callAs({ app, context }: Server, session: string, { request, body }: CallInput) {
  const [method = 'GET', url = '/'] = request.split(' ')
  return app.inject({
    // Tests only use methods of the contract.
    method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: `/api/${url}`,
    headers: {
      cookie: `${SESSION_COOKIE}=${session}`,
      'x-csrf-token': csrfToken(context.secrets, session),
      ...(Buffer.isBuffer(body) && { 'content-type': 'application/octet-stream' }),
    },
    ...(body === undefined ? {} : { payload: body as object }),
  })
}

const isJson = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['content-type']).startsWith('application/json')

/**
 * Adds a signed-in user. The calls of a shopper are under /api, those of others under /api/admin. A keeper, helper or bookkeeper has
 * the right in all stores, or in these.
 */
export async function addCaller(server: Server & { database: DatabaseHandle }, role: Role, stores?: readonly number[]) {
  const { database } = server
  const rights =
    role === 'shopper' || role === 'admin' ? [] : (stores ?? [null]).map(storeId => ({ kind: role, storeId }))
  const session = await signedInShopper(database, { isAdmin: role === 'admin', rights })
  const id = await userIdFor(database, session)
  const base = role === 'shopper' ? '' : 'admin/'

  /** `request`: "PUT suppliers/1001". */
  async function call(request: string, body?: object) {
    const response = await callAs(server, session, { request: request.replace(' ', ` ${base}`), body })
    return {
      status: response.statusCode,
      body: isJson(response) ? response.json<unknown>() : undefined,
      text: response.body,
      raw: response.rawPayload,
      /** Under which a browser saves it. */
      fileName: /filename="([^"]+)"/.exec(String(response.headers['content-disposition']))?.[1],
    }
  }
  return { id, session, call }
}
export type Caller = Awaited<ReturnType<typeof addCaller>>

/** The user of a session. */
export async function userIdFor({ kysely: db }: DatabaseHandle, session: string): Promise<number> {
  const row = db.selectFrom('session').select('user_id').where('token_sha256', '=', sha256(session))
  return (await row.executeTakeFirstOrThrow()).user_id
}

type Shopper = {
  activeStoreId?: number | null
  isVerified?: boolean
  isAdmin?: boolean
  rights?: readonly GrantedRight[]
  languageId?: number
}

/** Adds a signed-in user; returns the session token. */
export async function signedInShopper({ kysely: db }: DatabaseHandle, shopper: Shopper = {}): Promise<string> {
  const { activeStoreId = null, isVerified = true, isAdmin = false, rights = [], languageId = 1001 } = shopper
  const token = randomToken()
  const { id } = await db
    .insertInto('app_user')
    .values({
      email: `${token.toLowerCase()}@puoti.example`,
      phone: `+35847${Math.floor(Math.random() * 1e9)}`,
      is_verified: isVerified,
      is_admin: isAdmin,
      language_id: languageId,
      active_store_id: activeStoreId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { kind, storeId } of rights)
    await db.insertInto('user_right').values({ user_id: id, kind, store_id: storeId }).execute()
  const expires_at = new Date('2099-01-01T00:00:00Z')
  await db
    .insertInto('session')
    .values({ token_sha256: sha256(token), user_id: id, expires_at })
    .execute()
  return token
}
