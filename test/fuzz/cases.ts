import * as fc from 'fast-check'
import type { Principal } from '#test/access/door.ts'
import { generatePath, generateQuery, spoiledPath, spoiledQuery } from './addresses.ts'
import { generateBody, brokenBody, spoiledBody, type Body, type Stock } from './bodies.ts'
import { getJsonSchema, type DocumentedOperation } from './document.ts'
import { hostileHeaders } from './headers.ts'

/** One call. */
export type Case = {
  principal: Principal
  url: string
  headers: Record<string, string>
  body: Body
  /** Replaces a `revision` in the body with the record's current one. */
  isUpToDate: boolean
}

/** Calls of an operation: as documented, or with one deviation. */
export function generateCases(operation: DocumentedOperation, stock: Stock): fc.Arbitrary<Case> {
  const valid = {
    path: generatePath(operation, stock),
    query: generateQuery(operation, stock),
    body: generateBody(operation, stock),
  }
  const { path, query, body } = valid
  const call = (parts: Partial<typeof valid> & { headers?: typeof hostileHeaders }) =>
    fc
      .record({
        ...valid,
        headers: fc.constant({}),
        ...parts,
        principal: principalFor(operation),
        isUpToDate: fc.boolean(),
      })
      .map(({ path: address, query: queryString, ...rest }) => ({
        ...rest,
        url: queryString ? `${address}?${queryString}` : address,
      }))
  const hasPath = operation.path.includes('{')
  const hasJson = getJsonSchema(operation.body) !== undefined
  return fc.oneof(
    { weight: 5, arbitrary: call({}) },
    { weight: 2, arbitrary: call({ query: spoiledQuery(operation, query) }) },
    ...(hasPath ? [{ weight: 2, arbitrary: call({ path: spoiledPath(operation, path) }) }] : []),
    ...(hasJson ? [{ weight: 6, arbitrary: call({ body: spoiledBody(body) }) }] : []),
    { weight: 1, arbitrary: call({ body: brokenBody }) },
    { weight: 1, arbitrary: call({ headers: hostileHeaders }) },
  )
}

/** Mostly permitted callers, above all admins, who reach the most. */
const principalFor = ({ access }: DocumentedOperation): fc.Arbitrary<Principal> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant<Principal>('admin') },
    { weight: access === 'admin' ? 1 : 8, arbitrary: fc.constant<Principal>('shopper') },
    { weight: access === 'anyone' ? 8 : 1, arbitrary: fc.constant<Principal>('anonymous') },
    {
      weight: 2,
      arbitrary: fc.constantFrom<Principal>(
        'unverified',
        'another shopper',
        'blocked',
        'former admin',
        'admin before passkey',
        'expired session',
        'admin without token',
        'admin on another site',
      ),
    },
  )
