import type { FastifyInstance } from 'fastify'
import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { ChangeStreams } from './change-streams.ts'

export function changeRoutes(http: FastifyInstance, context: Context): Handlers<typeof contract.changes> {
  const streams = new ChangeStreams(context)
  http.addHook('preClose', async () => streams.close())
  return { stream: ({ user, findCaller, reply }) => streams.open({ user, findCaller, reply }) }
}
