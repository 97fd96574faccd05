import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { featureServer, signedInShopper } from './feature-server.ts'

type Routes = Parameters<typeof featureServer>[1]['routes']
type Options = { now?: () => Date; routes: Routes; hasOutbox?: boolean }

const isJson = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['content-type']).startsWith('application/json')

/** One server with some features of the back office, and admins who call it. */
export async function adminServer(database: DatabaseHandle, options: Options) {
  const server = await featureServer(database, options)
  const secrets = server.context.secrets

  async function admin() {
    const session = await signedInShopper(database, { isAdmin: true })
    const { user_id: id } = await database.kysely
      .selectFrom('session')
      .select('user_id')
      .where('token_sha256', '=', sha256(session))
      .executeTakeFirstOrThrow()

    /** `request`: "PUT suppliers/1001", under /api/admin. A buffer is sent unchanged. */
    async function call(request: string, payload?: object) {
      const [method = 'GET', url = ''] = request.split(' ')
      const response = await server.app.inject({
        // Tests only use methods of the contract.
        method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
        url: `/api/admin/${url}`,
        headers: {
          cookie: `${SESSION_COOKIE}=${session}`,
          'x-csrf-token': csrfToken(secrets, session),
          ...(Buffer.isBuffer(payload) && { 'content-type': 'application/octet-stream' }),
        },
        ...(payload && { payload }),
      })
      return {
        status: response.statusCode,
        body: isJson(response) ? response.json<unknown>() : undefined,
        text: response.body,
        raw: response.rawPayload,
        /** Under which a browser saves it. */
        fileName: /filename="([^"]+)"/.exec(String(response.headers['content-disposition']))?.[1],
      }
    }
    return { id, call }
  }
  return { ...server, admin }
}
export type AdminServer = Awaited<ReturnType<typeof adminServer>>
export type Admin = Awaited<ReturnType<AdminServer['admin']>>
