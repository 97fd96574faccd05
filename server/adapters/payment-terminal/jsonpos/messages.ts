/** JSON-RPC 2.0 as used by the terminal: ids are strings; params, results and errors are objects. */
export type MessageFields = Record<string, unknown>

export type Message =
  | { kind: 'request'; id: string; method: string; params: MessageFields }
  | { kind: 'notification'; method: string; params: MessageFields }
  | { kind: 'result'; id: string; result: MessageFields }
  | { kind: 'error'; id: string; error: MessageFields }

/** The other side violated the protocol; the connection can't be used any more. */
class ProtocolError extends Error {}

export const buildRequest = (id: string, method: string, params: MessageFields) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
export const buildNotification = (method: string, params: MessageFields) => ({ jsonrpc: '2.0', method, params })
export const buildResult = (id: string, method: string, result: MessageFields) => ({
  jsonrpc: '2.0',
  id,
  response_to: method,
  result,
})

type RpcError = { code: number; message: string; data: { string_code: string; details?: string } }
export const buildError = (id: string, method: string, error: RpcError) => ({
  jsonrpc: '2.0',
  id,
  response_to: method,
  error,
})

/** Negative codes belong to the transport; application errors all have code 1 and are identified by their `string_code`. */
export const METHOD_NOT_FOUND: RpcError = {
  code: -32_601,
  message: 'method not supported',
  data: { string_code: 'JSONRPC_METHOD_NOT_FOUND' },
}

export const closeReason = (stringCode: string, message: string) =>
  buildNotification('_CloseReason', { error: { code: 1, message, data: { string_code: stringCode } } })

/** Parses a received message. Unknown keys are ignored. Throws ProtocolError. */
export function readMessage(value: unknown): Message {
  if (!isFields(value) || value['jsonrpc'] !== '2.0') throw new ProtocolError('a message is not JSON-RPC 2.0')
  const { id, method } = value
  if (id !== undefined && typeof id !== 'string') throw new ProtocolError('an id is not a text')
  if (method !== undefined) return readCall(value, id)
  if (id === undefined) throw new ProtocolError('an answer has no id')
  const result = fieldsIn(value, 'result')
  const error = fieldsIn(value, 'error')
  if (result && !error) return { kind: 'result', id, result }
  if (error && !result) return { kind: 'error', id, error }
  throw new ProtocolError('a message holds neither a call nor one answer')
}

function readCall(value: MessageFields, id: string | undefined): Message {
  const { method } = value
  if (typeof method !== 'string') throw new ProtocolError('a method is not a text')
  const params = fieldsIn(value, 'params') ?? {}
  return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method, params }
}

function fieldsIn(value: MessageFields, key: string): MessageFields | undefined {
  const field = value[key]
  if (field === undefined || field === null) return undefined
  if (!isFields(field)) throw new ProtocolError(`${key} is not an object`)
  return field
}

const isFields = (value: unknown): value is MessageFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
