import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#test/free-port.ts'
import type { FrontProxy } from './front-proxy.ts'

const CONFIGURATION = join(import.meta.dirname, '../../../deploy/nginx-several.conf')

/**
 * A real nginx with the operator's configuration, except for other addresses, no TLS, and limits for callers that share one
 * address.
 */
export async function openNginxFront(servers: readonly { port: number }[], directory: string): Promise<FrontProxy> {
  const port = await freePort()
  const file = join(directory, 'nginx.conf')
  writeFileSync(file, wholeConfiguration(adapted(readFileSync(CONFIGURATION, 'utf8'), servers, port), directory))
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(directory, `nginx-${name}`))
  const log = openSync(join(directory, 'nginx.log'), 'a')
  const child = spawn('nginx', ['-c', file, '-p', directory], { stdio: ['ignore', log, log] })
  // SIGKILL would leave its workers behind.
  process.once('exit', () => child.kill('SIGTERM'))
  const origin = `http://127.0.0.1:${port}`
  while (!(await answers(origin))) {
    if (child.exitCode !== null)
      throw new Error(`nginx did not start: ${readFileSync(join(directory, 'nginx.log'), 'utf8')}`)
    await sleep(50)
  }
  return {
    origin,
    async close() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** The delivered file with this run's addresses. When an expected part is missing, this function must be adapted. */
function adapted(text: string, servers: readonly { port: number }[], port: number): string {
  const [first, , third] = text.match(/^ {2}server 10\.0\.0\..*$/gm) ?? []
  const redirect = text.match(/^server \{\n {2}listen 80;[\s\S]*?^\}\n/m)?.[0]
  const bare = text.replace(redirect ?? '', '')
  const secure = bare.match(/^ {2}(?:listen .*443|ssl_|access_log ).*$/gm) ?? []
  const limits = bare.match(/rate=200r\/s|limit_conn puoti_open 1000/g) ?? []
  if (!first || !third || !redirect || secure.length !== 8 || limits.length !== 2)
    throw new Error('deploy/nginx-several.conf has another shape')
  const lines = servers.map(server => first.replace('10.0.0.11:3000', `127.0.0.1:${server.port}`))
  const plainConfig = secure.reduce((rest, line) => rest.replace(`${line}\n`, ''), bare)
  return plainConfig
    .replace(/(?:^ {2}server 10\.0\.0\..*\n)+/m, `${lines.join('\n')}\n`)
    .replace('rate=200r/s', 'rate=100000r/s')
    .replace('limit_conn puoti_open 1000', 'limit_conn puoti_open 60000')
    .replace('server_name shop.example;', `listen 127.0.0.1:${port} backlog=4096;\n  server_name shop.example;`)
}

const wholeConfiguration = (shop: string, directory: string): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 2;
pid ${directory}/nginx.pid;
error_log ${directory}/nginx-error.log info;
events { worker_connections 4096; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${directory}/nginx-${name.replace('client_', '')};`).join('\n  ')}
${shop}
}
`

const answers = (origin: string): Promise<boolean> =>
  fetch(`${origin}/api/languages`, { signal: AbortSignal.timeout(2000) }).then(
    answer => answer.ok,
    () => false,
  )
