import { Socket } from 'node:net'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1|)$/

/**
 * From now on this process reaches this machine alone, until what is given is called: what the fuzzer names as a terminal
 * or a push service is somebody's.
 */
export function stayOnThisMachine(): () => void {
  const connect = Socket.prototype.connect
  function guarded(this: Socket, ...args: unknown[]): Socket {
    // As it was called.
    if (isLocal(args)) return Reflect.apply(connect, this, args) as Socket
    process.nextTick(() => this.destroy(Object.assign(new Error('not on this machine'), { code: 'ENETUNREACH' })))
    return this
  }
  Socket.prototype.connect = guarded
  return () => void (Socket.prototype.connect = connect)
}

/** As net.connect is called: with options, first in a list or alone; with a path; or with a port and a host. */
function isLocal(args: unknown[]): boolean {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  if (typeof first === 'object' && first !== null) {
    const { host, path } = first as { host?: string; path?: string | null }
    return typeof path === 'string' || LOOPBACK.test(host ?? '')
  }
  return typeof first === 'string' || LOOPBACK.test(typeof second === 'string' ? second : '')
}
