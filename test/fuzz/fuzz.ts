import { inspect } from 'node:util'
import * as fc from 'fast-check'
import { toPayload } from './bodies.ts'
import { generateCases, type Case } from './cases.ts'
import type { DocumentedOperation } from './document.ts'
import { faultIn } from './judge.ts'
import { bodiesFor, send, type FuzzWorld } from './world.ts'

export type Plan = {
  seed: number
  cases: number
  /** Of one failing case, as printed. */ path?: string | undefined
}
/** The result of one operation. */
export type Outcome = { cases: number; slowestMs: number; statuses: Map<number, number>; fault: string | undefined }

/** Calls an operation a number of times, and reports the smallest failing call. */
export async function fuzz(world: FuzzWorld, operation: DocumentedOperation, plan: Plan): Promise<Outcome> {
  const bodies = await bodiesFor(world, operation)
  const outcome: Outcome = { cases: 0, slowestMs: 0, statuses: new Map(), fault: undefined }
  const changesCallers = operation.access === 'anyone' || operation.access === 'signedIn'
  const property = fc.asyncProperty(generateCases(operation, { ids: world.ids, bodies }), async call => {
    if (changesCallers) await world.renew()
    const response = await send(world, operation, call)
    outcome.cases += 1
    outcome.slowestMs = Math.max(outcome.slowestMs, response.milliseconds)
    outcome.statuses.set(response.status, (outcome.statuses.get(response.status) ?? 0) + 1)
    const fault = faultIn(operation, call, response)
    if (fault) throw new Error(fault)
  })
  const { seed, cases: numRuns, path } = plan
  const run = await fc.check(property, { seed, numRuns, ...(path !== undefined && { path }) })
  if (run.failed) outcome.fault = describeFault(operation, run)
  if (Object.keys(Object.prototype).length > 0) outcome.fault = 'every object has a new field'
  return outcome
}

function describeFault({ id, method }: DocumentedOperation, run: fc.RunDetails<[Case]>): string {
  const call = run.counterexample?.[0]
  const reason = run.errorInstance instanceof Error ? run.errorInstance.message : String(run.errorInstance)
  if (!call) return `${id}: ${reason}`
  const { payload } = toPayload(call.body)
  const shown = payload === undefined ? '' : ` ${String(payload).slice(0, 2000)}`
  return [
    `${id}: ${reason}`,
    `  ${call.principal}: ${method} ${call.url}${shown}`,
    `  headers ${inspect(call.headers)}${call.isUpToDate ? ', with the revision that the record has' : ''}`,
    `  again: npm run fuzz -- --operation ${id} --seed ${run.seed} --path ${run.counterexamplePath}`,
  ].join('\n')
}
