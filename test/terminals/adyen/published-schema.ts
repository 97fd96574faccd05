import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { z } from 'zod'

/** The vendor's published schema, reduced to what is used; other fields than those fail. */
const ajv = new Ajv({ strict: false, allErrors: true, formats: { 'date-time': isDateTime, byte: true } })
ajv.addSchema(JSON.parse(readFileSync(join(import.meta.dirname, 'terminal-api.schema.json'), 'utf8')) as object)

function isDateTime(text: string): boolean {
  return z.iso.datetime({ offset: true }).safeParse(text).success
}

function wrongIn(name: string, value: unknown): string[] {
  const validate = ajv.getSchema(`adyen#/$defs/${name}`)
  if (!validate) return [`${name} is not in the schema`]
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${name}${instancePath} ${message}`)
}

/** What the vendor's pages demand beyond the schema. */
const header = z.object({
  ProtocolVersion: z.literal('3.0'),
  MessageClass: z.literal('Service'),
  MessageType: z.enum(['Request', 'Response']),
  ServiceID: z.string().regex(/^[A-Za-z0-9]{1,10}$/),
  POIID: z.string().regex(/^[A-Za-z0-9]+-[A-Za-z0-9]+$/),
})
const envelope = z.strictObject({
  SaleToPOIRequest: z.looseObject({ MessageHeader: z.looseObject({ MessageCategory: z.string() }) }),
})

export type NexoHeader = {
  MessageCategory: string
  MessageType: string
  ServiceID: string
  SaleID: string
  POIID: string
}
export type NexoRequest = { MessageHeader: NexoHeader } & Record<string, unknown>

/** What breaks the published schema or the vendor's pages; and the request, if nothing does. */
export function checkRequest(value: unknown): { wrong: string[]; request?: NexoRequest } {
  const { success, data } = envelope.safeParse(value)
  if (!success) return { wrong: ['it is no SaleToPOIRequest with a category'] }
  const { MessageHeader, ...bodies } = data.SaleToPOIRequest
  const body = `${MessageHeader.MessageCategory}Request`
  const names = Object.keys(bodies)
  const wrong = [
    ...(names.join() === body ? [] : [`${body} is expected, not ${names.join()}`]),
    ...wrongIn('MessageHeader', MessageHeader),
    ...(header.safeParse(MessageHeader).error?.issues ?? []).map(
      ({ path, message }) => `header ${path.join()} ${message}`,
    ),
    ...wrongIn(body, bodies[body]),
  ]
  // It has just been validated.
  return wrong.length > 0 ? { wrong } : { wrong, request: data.SaleToPOIRequest as NexoRequest }
}

/** What breaks the schema in a simulated reply. */
export const checkReply = (name: string, value: unknown): string[] => wrongIn(name, value)
