import { STATUS_CODES } from 'node:http'
import * as z from 'zod/mini'
import { COMMON_ERRORS, type Endpoint, isForOffice } from '#contract/endpoint.ts'
import { ERRORS, type ErrorCode } from '#contract/error-codes.ts'
import { languageCode } from '#contract/values.ts'
import { withComponents } from './openapi-components.ts'
import { SESSION_COOKIE } from './session.ts'

type ContractEndpoints = Record<string, Record<string, Endpoint>>
/** By module: what it is about, and a title for each operation of its resources. */
type ModuleTitles = Record<string, { description: string; titles: Record<string, Record<string, string>> }>
type Json = Record<string, unknown>

const toJsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // Leaves out the limits of a plain integer: they are those of a double, as everywhere in JSON.
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return rest
}

const jsonBody = (schema: Json) => ({ content: { 'application/json': { schema } } })

const DOWNLOAD_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  si: 'application/octet-stream',
  zip: 'application/zip',
}

function answerBody({ answer, download, status, stream }: Endpoint): Json {
  if (status === 204) return {}
  // The schema is that of the data of an event.
  if (stream) return { content: { 'text/event-stream': { schema: toJsonSchema(answer, 'output') } } }
  return download ? { content: { [DOWNLOAD_TYPES[download]]: {} } } : jsonBody(toJsonSchema(answer, 'output'))
}

/** JSON by its schema, or the bytes of a file. */
function requestBody({ body, upload }: Endpoint): Json {
  if (upload)
    return { requestBody: { required: true, content: Object.fromEntries(upload.types.map(type => [type, {}])) } }
  return body ? { requestBody: { required: true, ...jsonBody(toJsonSchema(body, 'input')) } } : {}
}

const errorBody = (codes: readonly ErrorCode[]): Json => ({
  type: 'object',
  properties: { code: { type: 'string', enum: codes }, message: { type: 'string' } },
  required: ['code', 'message'],
})

/** A status with nothing but these is documented by the `default` response; a malformed request keeps its 400. */
const BY_DEFAULT: readonly ErrorCode[] = COMMON_ERRORS.filter(code => code !== 'request.malformed')
const DEFAULT_RESPONSE = { description: 'Refused as any call may be.', ...jsonBody(errorBody(BY_DEFAULT)) }

/** The refusals of an endpoint by status: its own, those of its access check, and those that any call may get. */
function refusalResponses(declared: Endpoint): Record<string, unknown> {
  const codes = new Set<ErrorCode>([...declared.errors, ...COMMON_ERRORS])
  if (declared.method !== 'GET' || isForOffice(declared)) codes.add('csrf.invalid')
  if (declared.access !== 'anyone') codes.add('session.required').add('session.disabled')
  if (declared.access === 'shopper' || isForOffice(declared)) codes.add('session.unverified')
  if (isForOffice(declared)) codes.add('session.adminRequired')
  if (isForOffice(declared) && declared.needsFreshPasskey) codes.add('session.signInAgain')
  const byStatus = Object.groupBy([...codes].toSorted(), code => String(ERRORS[code].status))
  const specific = Object.entries(byStatus).filter(([, inStatus = []]) =>
    inStatus.some(code => !BY_DEFAULT.includes(code)),
  )
  const responses = specific.map(([status, inStatus = []]) => [
    status,
    { description: STATUS_CODES[status] ?? status, ...jsonBody(errorBody(inStatus)) },
  ])
  return { ...Object.fromEntries(responses), default: DEFAULT_RESPONSE }
}

function operationParameters(declared: Endpoint): Json[] {
  const language = { name: 'lang', in: 'query', required: false, schema: toJsonSchema(languageCode, 'input') }
  const from = (place: 'path' | 'query', schema: z.ZodMiniType | undefined): Json[] => {
    if (!schema) return []
    const { properties = {}, required = [] } = toJsonSchema(schema, 'input')
    // toJSONSchema of an object returns these two.
    const names = Object.entries(properties as Record<string, Json>)
    return names.map(([name, each]) => ({
      name,
      in: place,
      required: place === 'path' || (required as string[]).includes(name),
      schema: each,
    }))
  }
  return [...from('path', declared.params), ...from('query', declared.query), language]
}

const CALLER_TEXTS = {
  anyone: 'Anyone may call it.',
  signedIn: 'For users who are logged in.',
  shopper: 'For users with a verified phone number.',
  admin: 'For admins.',
  keeper: 'For admins and keepers.',
  helper: 'For admins, keepers and helpers.',
  bookkeeper: 'For admins, keepers and bookkeepers.',
  staff: 'For admins, keepers, helpers and bookkeepers.',
} as const satisfies Record<Endpoint['access'], string>

/** The sentences of the contract, and those that follow from its other fields. */
const describeEndpoint = ({ description, access, needsFreshPasskey }: Endpoint): string =>
  [
    description,
    CALLER_TEXTS[access],
    ...(needsFreshPasskey === true ? ['Needs a passkey that was confirmed in the last ten minutes.'] : []),
    ...(needsFreshPasskey === 'byTarget'
      ? ['Some records need a passkey that was confirmed in the last ten minutes.']
      : []),
  ].join(' ')

type OperationNames = { resource: string; name: string; tag: string; title: string }

const toOperation = ({ resource, name, tag, title }: OperationNames, declared: Endpoint): Json => ({
  operationId: `${resource}.${name}`,
  tags: [tag],
  summary: title,
  description: describeEndpoint(declared),
  'x-access': declared.access,
  ...(declared.beforePasskey && { 'x-before-passkey': true }),
  ...(declared.needsFreshPasskey && { 'x-needs-fresh-passkey': declared.needsFreshPasskey }),
  // The document requires a session of all others.
  ...(declared.access === 'anyone' && { security: [] }),
  parameters: operationParameters(declared),
  ...requestBody(declared),
  responses: {
    [declared.status ?? 200]: { description: 'Done.', ...answerBody(declared) },
    ...refusalResponses(declared),
  },
})

const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description:
      'The session cookie. Calls that change something also carry the header X-CSRF-Token (docs/integrator/api.md).',
  },
}

const CONTACT_INFO = { name: 'The operator of the shop: GET /api/operator' }

const API_DESCRIPTION = [
  'A refusal has the body {code, message}; some have more fields. The codes:',
  ...Object.entries(ERRORS).map(([code, { status, message }]) => `- ${code} (${status}): ${message}`),
].join('\n')

/** The OpenAPI document of a contract: what a reviewer reads to see how the API changes. */
export function openApiDocument(contract: ContractEndpoints, modules: ModuleTitles): Json {
  const paths: Record<string, Json> = {}
  const toNames = (resource: string, name: string): OperationNames => {
    const [tag, module] = Object.entries(modules).find(([, { titles }]) => titles[resource]) ?? []
    return { resource, name, tag: tag ?? resource, title: module?.titles[resource]?.[name] ?? name }
  }
  for (const [resource, endpoints] of Object.entries(contract)) {
    for (const [name, declared] of Object.entries(endpoints)) {
      const path = `/api/${declared.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [declared.method.toLowerCase()]: toOperation(toNames(resource, name), declared) }
    }
  }
  const { paths: shortPaths, components } = withComponents(paths)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Puoti',
      version: '1',
      description: API_DESCRIPTION,
      contact: CONTACT_INFO,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server of the shop' }],
    security: [{ session: [] }],
    tags: Object.entries(modules).map(([name, { description }]) => ({ name, description })),
    paths: shortPaths,
    components: { ...components, securitySchemes: SECURITY_SCHEMES },
  }
}
