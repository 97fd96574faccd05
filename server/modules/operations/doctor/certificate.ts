import { connect, type PeerCertificate } from 'node:tls'
import { DAY_MS } from '#domain/durations.ts'

const TIMEOUT_MS = 10_000

/** For how many whole days the certificate at this https address is still valid; negative when it has expired. Throws without a connection. */
export const daysOfCertificate = async (address: URL, now: Date): Promise<number> =>
  Math.floor((Date.parse((await fetchCertificate(address)).valid_to) - now.getTime()) / DAY_MS)

async function fetchCertificate({ hostname, port }: URL): Promise<PeerCertificate> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const { promise, resolve, reject } = Promise.withResolvers<PeerCertificate>()
  const socket = connect({ host, port: Number(port || 443), servername: host }, () =>
    resolve(socket.getPeerCertificate()),
  )
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('timeout')))
  socket.on('error', reject)
  return promise.finally(() => socket.destroy())
}
