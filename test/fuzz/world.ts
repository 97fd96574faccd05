import type { InjectOptions } from 'fastify'
import type { App } from '#server/app.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import type { Principal } from '#test/access/door.ts'
import { allPrincipals, type Headers } from '#test/access/principals.ts'
import { asShopRole } from '#test/database/shop-role.ts'
import { injectFirst } from '#test/shop/inject-first.ts'
import { livedWholeLife } from '#test/shop/whole-life.ts'
import { openWorld } from '#test/shop/world.ts'
import { toPayload } from './bodies.ts'
import type { Case } from './cases.ts'
import { getJsonSchema, type DocumentedOperation, type Schema } from './document.ts'
import { isRecord } from './spoil.ts'

/** The principals' ids begin here, so that no call by id affects a principal. */
const FIRST_PRINCIPAL = 700_000

export type FuzzWorld = {
  app: App
  database: DatabaseHandle
  principals: Record<Principal, Headers>
  /** Restores the principals: some calls end a session, or change its user. */
  renew: () => Promise<void>
  /** Ids of existing rows of any table. */
  ids: number[]
  /** Closes everything except the database. */
  close: () => Promise<void>
}

/** The demo shop with a person who has used every feature, and all callers. */
export async function openFuzzWorld(database: DatabaseHandle): Promise<FuzzWorld> {
  await seedDemo(database.kysely, new Date())
  // The admin of the other shop has the same address.
  await database.pool.query(`UPDATE app_user SET email = 'demo-' || email`)
  // With the restricted database role of a careful installation: a missing right is a fault.
  const shop = await asShopRole(database)
  const world = await openWorld(shop)
  await livedWholeLife(world)
  await completeTexts(database)
  const ids = await knownIds(database)
  await database.pool.query(`ALTER SEQUENCE app_user_id_seq RESTART WITH ${FIRST_PRINCIPAL}`)
  const { app } = world
  const principals = await allPrincipals({ app, database }, async () => undefined)
  const close = async () => {
    await app.close()
    await shop.close()
  }
  return { app, database, principals, ids, renew: await renewer(database, principals), close }
}

/** Products of tests have texts in some languages; the shop itself stores only products with texts in each. */
async function completeTexts({ pool }: DatabaseHandle): Promise<void> {
  const none = `'{"en": "", "fi": "", "sv": ""}'::jsonb`
  await pool.query(`UPDATE product SET descriptions = ${none} || descriptions`)
  await pool.query(`UPDATE product_version SET names = ${none} || names`)
}

/** The first and the last few ids of each table, so that calls by id find something. */
async function knownIds({ pool }: DatabaseHandle): Promise<number[]> {
  const tables = await pool.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'id' AND data_type = 'integer'`,
  )
  const ids = new Set<number>()
  for (const { table_name } of tables.rows) {
    const found = await pool.query<{ id: number }>(
      `(SELECT id FROM ${table_name} ORDER BY id LIMIT 3) UNION (SELECT id FROM ${table_name} ORDER BY id DESC LIMIT 3)`,
    )
    for (const { id } of found.rows) ids.add(id)
  }
  return [...ids].toSorted((a, b) => a - b)
}

async function renewer({ pool }: DatabaseHandle, principals: Record<Principal, Headers>) {
  const tokens = Object.values(principals).flatMap(({ cookie = '' }) =>
    cookie.startsWith(`${SESSION_COOKIE}=`) ? [sha256(cookie.slice(SESSION_COOKIE.length + 1))] : [],
  )
  await pool.query(`CREATE TABLE kept_session AS SELECT * FROM session WHERE token_sha256 = ANY($1)`, [tokens])
  await pool.query(`CREATE TABLE kept_user AS SELECT * FROM app_user WHERE id IN (SELECT user_id FROM kept_session)`)
  return async () => {
    await pool.query(
      `UPDATE app_user SET is_admin = kept.is_admin, is_verified = kept.is_verified, blocked_at = kept.blocked_at, phone = kept.phone
        FROM kept_user kept WHERE kept.id = app_user.id
          AND (app_user.is_admin, app_user.is_verified) IS DISTINCT FROM (kept.is_admin, kept.is_verified)`,
    )
    await pool.query(`INSERT INTO session SELECT * FROM kept_session ON CONFLICT DO NOTHING`)
  }
}

/** The response to a call. */
export type ObservedResponse = {
  status: number
  type: string
  text: string
  json: unknown
  headers: Readonly<Record<string, unknown>>
  milliseconds: number
}

export async function send(world: FuzzWorld, operation: DocumentedOperation, call: Case): Promise<ObservedResponse> {
  const body = call.isUpToDate ? await withItsRevision(world, call) : call.body
  const { type, payload } = toPayload(body)
  const began = performance.now()
  const options: InjectOptions = {
    method: operation.method,
    url: call.url,
    headers: {
      ...call.headers,
      ...world.principals[call.principal],
      ...(type !== undefined && { 'content-type': type }),
    },
    ...(payload !== undefined && { payload }),
  }
  const isStream = operation.answers.get(200)?.['text/event-stream'] !== undefined
  const response = await (isStream ? injectFirst(world.app.http, options) : world.app.http.inject(options))
  const contentType = (response.headers['content-type'] ?? '').split(';')[0] ?? ''
  return {
    status: response.statusCode,
    type: contentType,
    text: response.body,
    headers: response.headers,
    json: contentType === 'application/json' ? (JSON.parse(response.body) as unknown) : undefined,
    milliseconds: performance.now() - began,
  }
}

const read = async ({ app, principals }: FuzzWorld, url: string): Promise<unknown> => {
  const response = await app.http.inject({ url, headers: principals.admin })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return response.statusCode === 200 && isJson ? response.json<unknown>() : undefined
}

async function withItsRevision(world: FuzzWorld, { url, body }: Case): Promise<Case['body']> {
  if (body.kind !== 'json' || !isRecord(body.value) || !('revision' in body.value)) return body
  const record = await read(world, url.split('?')[0] ?? url)
  if (!isRecord(record) || !('revision' in record)) return body
  return { kind: 'json', value: { ...body.value, revision: record['revision'] } }
}

const ENOUGH_BODIES = 3

/** Request bodies made from the shop's responses at the same address, or below it, cut to the fields of the schema. */
export async function bodiesFor(world: FuzzWorld, operation: DocumentedOperation): Promise<unknown[]> {
  const schema = getJsonSchema(operation.body)
  if (!schema) return []
  const bodies: unknown[] = []
  for (const id of world.ids) {
    const address = operation.path.replaceAll(/\{\w+\}/g, String(id))
    const below = operation.method === 'POST' ? `${address}/${id}` : address
    const answer = await read(world, below)
    if (isRecord(answer) && !Array.isArray(answer)) bodies.push(cutTo(schema, answer))
    if (bodies.length === ENOUGH_BODIES || (!below.includes(String(id)) && bodies.length > 0)) break
  }
  return bodies
}

/** The part of a value that a schema defines. */
function cutTo(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(each => cutTo(schema.items ?? {}, each))
  if (!isRecord(value)) return value
  const inner = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find(({ properties }) => properties)
  if (!inner?.properties) return value
  const { properties } = inner
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (properties[key] ? [[key, cutTo(properties[key], each)]] : [])),
  )
}
