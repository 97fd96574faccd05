import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientAddress } from '#server/platform/http/connection/address.ts'
import { freePort } from '#test/free-port.ts'
import { onlyWhere } from '#test/tier.ts'

// The delivered files in a real nginx, which not every machine of a developer has.
const hasNginx = spawnSync('nginx', ['-v']).status === 0

const FILES = ['nginx.conf', 'nginx-several.conf'] as const

/** Changed: addresses and paths, no TLS. Added: the caller's address comes from a header, and /network returns its key. */
function adapted(file: string, { port, shop, directory }: { port: number; shop: number; directory: string }): string {
  const text = readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')
    .replace(/^server \{\n {2}listen 80;[\s\S]*?^\}\n/m, '')
    .replace(/^ {2}(?:listen .*443|ssl_).*\n/gm, '')
    .replace(/^ {2}server (?:10|127)\.0\.0\..*$/m, `  server 127.0.0.1:${shop};`)
    .replaceAll(/^ {2}server 10\.0\.0\..*\n/gm, '')
    .replace(/access_log \S+/, `access_log ${directory}/access.log`)
    .replace(
      'server_name shop.example;',
      `listen 127.0.0.1:${port};\n  location = /network { return 200 $client_network; }`,
    )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${directory}/${name};`)
    .join('\n')
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${directory}/pid;
error_log ${directory}/error.log info;
events {}
http {
set_real_ip_from 127.0.0.1;
real_ip_header X-Test-Address;
${temporary}
${text}
}`
}

describe.runIf(onlyWhere(hasNginx, 'it needs the program nginx')).each(FILES)('deploy/%s', file => {
  let directory: string
  let port: number
  let stop: () => Promise<unknown>
  const shop = createServer((_, answer) => answer.end('shop'))
  beforeAll(async () => {
    directory = mkdtempSync('/tmp/puoti-nginx-')
    shop.listen(0, '127.0.0.1')
    await once(shop, 'listening')
    port = await freePort()
    // An AddressInfo, since it listens at a port.
    const text = adapted(file, { port, shop: (shop.address() as AddressInfo).port, directory })
    writeFileSync(join(directory, 'nginx.conf'), text)
    const nginx = spawn('nginx', ['-c', join(directory, 'nginx.conf'), '-p', directory], { stdio: 'ignore' })
    stop = async () => {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    }
    for (let tries = 0; (await get('/network').catch(() => undefined)) === undefined; tries++) {
      if (nginx.exitCode !== null || tries > 100) throw new Error(readFileSync(join(directory, 'error.log'), 'utf8'))
      await sleep(50)
    }
  })
  afterAll(async () => {
    await stop()
    shop.close()
    rmSync(directory, { recursive: true })
  })

  function get(path: string, address = '192.0.2.1', method = 'GET'): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const headers = { 'x-test-address': address }
      const outgoing = request({ host: '127.0.0.1', port, path, method, headers }, answer => {
        let body = ''
        answer.setEncoding('latin1').on('data', (piece: string) => (body += piece))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
      })
      outgoing.on('error', reject).end()
    })
  }
  const network = async (address: string) => (await get('/network', address)).body

  test('counts a caller by the same network as the shop, however the address is shortened', async () => {
    const addresses = [
      '2001:db8::1',
      '2001:db8::2:3:4:5',
      '2001:db8:0:0:ffff::1',
      '2001:db8:0:1::1',
      '2001:db8:0:1:2:3:4:5',
      '2001:db8:1::1',
      '2001:db8:1::5:6:7:8',
      '2001:db8:1:2::1',
      '2001:db8:1:2:3:4:5:6',
      '2001:0:0:1:2:3:4:5',
      '2001:0:0:1::9',
      '2001::1',
      '0:0:0:1:2:3:4:5',
      '0:0:1:2:3:4:5:6',
      '0:1:2:3:4:5:6:7',
      '::1',
      '::ffff:192.0.2.1',
      '::ffff:192.0.2.2',
      '192.0.2.3',
      '192.0.2.4',
    ]
    const keys = await Promise.all(addresses.map(network))
    for (const [at, one] of addresses.entries())
      for (const [other, address] of addresses.entries())
        expect(keys[at] === keys[other], `${one} and ${address}`).toBe(clientAddress(one) === clientAddress(address))
  })

  test('writes no secret of a path into its logs, not even when the shop is away', async () => {
    const paths = ['/login/1/2/', '/api/login/1/2/', '/webhooks/sms/46elks/reference/', '/webhooks/terminals/adyen/']
    for (const path of paths) expect((await get(`${path}a-secret`, undefined, 'POST')).status).toBe(200)
    await get('/api/products')
    shop.closeAllConnections()
    shop.close()
    await once(shop, 'close')
    for (const path of paths) expect((await get(`${path}a-secret`, undefined, 'POST')).status).toBe(502)
    expect((await get('/api/orders')).status).toBe(502)
    const [access, errors] = ['access.log', 'error.log'].map(name => readFileSync(join(directory, name), 'utf8'))
    expect(access).toMatch(/GET \/api\/products/)
    expect(errors).toMatch(/GET \/api\/orders/)
    expect(`${access}${errors}`).not.toContain('a-secret')
  })
})
