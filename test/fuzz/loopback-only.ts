import { Socket } from 'node:net'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1|)$/

/**
 * Restricts this process to loopback connections until the returned function is called: the hosts that the fuzzer configures as
 * terminals or push services could be real.
 */
export function stayOnThisMachine(): () => void {
  const connect = Socket.prototype.connect
  function guarded(this: Socket, ...args: unknown[]): Socket {
    // With the original arguments.
    if (isLocal(args)) return Reflect.apply(connect, this, args) as Socket
    process.nextTick(() => this.destroy(Object.assign(new Error('not on this machine'), { code: 'ENETUNREACH' })))
    return this
  }
  Socket.prototype.connect = guarded
  return () => void (Socket.prototype.connect = connect)
}

/** The signatures of net.connect: with options, first in a list or on their own; with a path; or with a port and a host. */
function isLocal(args: unknown[]): boolean {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  if (typeof first === 'object' && first !== null) {
    const { host, path } = first as { host?: string; path?: string | null }
    return typeof path === 'string' || LOOPBACK.test(host ?? '')
  }
  return typeof first === 'string' || LOOPBACK.test(typeof second === 'string' ? second : '')
}
