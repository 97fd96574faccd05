import { sealer, type Secrets } from '#server/platform/secrets/secrets.ts'

/** A job's payload as the database holds it: a mail carries a login link, which no copy of the database may show. */
/** `until`: what it carries is good until then, in ISO 8601; without, for good. */
export type SealedJob = { sealed: string; until?: string }

/** Encrypts payloads with a key of the installation's secret, bound to the queue's name. `open` throws when it does not fit. */
export function jobSealer(secrets: Secrets) {
  const { seal, open } = sealer(secrets, 'job payload')
  return {
    seal: (name: string, job: object): SealedJob => ({ sealed: seal(name, JSON.stringify(job)) }),
    open: (name: string, { sealed }: SealedJob): unknown => JSON.parse(open(name, sealed)),
  }
}
