import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import type { mountAt } from './http/mount.ts'
import type { Running } from './workers/periodic-job.ts'

/** What the routes of a module are registered on. `services`: the workers and adapters that app.ts made, and hooks of later modules. */
export type Server<Services> = {
  http: FastifyInstance
  mount: ReturnType<typeof mountAt>
  context: Context
  services: Services
}

/** Starts a periodic job; its name and period are in /metrics. */
export type StartJob<Services> = (context: Context, services: Services) => Running | Promise<Running>

/** Everything that a module adds to a server. app.ts lists the modules. `Services`: the services that this module needs. */
export type Module<Services> = {
  name: string
  routes: (server: Server<Services>) => void
  /** Started in this order, after the routes of all modules. */
  jobs?: readonly StartJob<Services>[]
}

export const module = <Services = object>(declaration: Module<Services>): Module<Services> => declaration
