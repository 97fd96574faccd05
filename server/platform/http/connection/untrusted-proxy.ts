import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The address of a peer that forwards another client's request without being in PUOTI_TRUSTED_PROXIES; otherwise undefined. */
export function untrustedProxy({ headers, ips, socket }: FastifyRequest): string | undefined {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  // Behind a trusted peer there are at least two addresses: its own and the one that it forwards.
  if (!isForwarded || (ips?.length ?? 1) > 1) return undefined
  return socket.remoteAddress
}

/**
 * Warns once per server about such a call. Behind an unlisted proxy all shoppers share one address, and its limits: thirty
 * sign-ins in ten minutes for everyone together.
 */
export function warnOfUntrustedProxies(http: FastifyInstance): void {
  let isTold = false
  http.addHook('onRequest', async request => {
    if (isTold) return
    const proxy = untrustedProxy(request)
    if (proxy === undefined) return
    isTold = true
    http.log.warn(
      { proxy },
      'X-Forwarded-For came from an address that PUOTI_TRUSTED_PROXIES does not name: behind an unnamed proxy all callers share one address and its limits',
    )
  })
}
