import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '#server/platform/context.ts'
import { ownMachineOnly } from '#server/platform/http/connection/address.ts'
import { mailboxPage, MAILBOX_STYLE, listMail } from './mailbox-page.ts'

const replyUncached = (reply: FastifyReply, type: string) => reply.header('Cache-Control', 'no-store').type(type)

/**
 * /dev/mailbox and /dev/mailbox.json, for development and tests, only for requests from this machine; they don't exist without
 * the development mailbox.
 */
export function developmentMailbox(http: FastifyInstance, context: Context): void {
  if (context.config.devMailbox) ownMachineOnly(http, context, room => addRoutes(room, context))
}

function addRoutes(http: FastifyInstance, context: Context): void {
  http.get('/dev/mailbox.json', async (_request, reply) => {
    return replyUncached(reply, 'application/json; charset=utf-8').send(await listMail(context))
  })
  http.get('/dev/mailbox', async (_request, reply) => {
    return replyUncached(reply, 'text/html; charset=utf-8').send(mailboxPage(await listMail(context)))
  })
  http.get('/dev/mailbox.css', async (_request, reply) => {
    return replyUncached(reply, 'text/css; charset=utf-8').send(MAILBOX_STYLE)
  })
}
