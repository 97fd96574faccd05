import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DebianRoot, NODE, REPOSITORY } from './debian-root.ts'

export const HOST = 'shop.example'
export const ADMIN = 'owner@shop.example'
export const METRICS_TOKEN = 'a-token-for-prometheus'
const ROOT_CERTIFICATE = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
const TIMEOUT_MS = 30_000

/** Without a mail server and a gateway: messages go to the mailbox. */
export const WITHOUT_PROVIDERS = `PUOTI_DEV_MAILBOX=on\nPUOTI_METRICS_TOKEN=${METRICS_TOKEN}\n`

/** Fills in a file of settings as the operator would. */
export function fillSettings(root: DebianRoot, file: string, more = ''): void {
  root.must(`sed -i 's/keeper@shop\\.example/${ADMIN}/' ${file}`)
  appendFileSync(join(root.path, file), `${WITHOUT_PROVIDERS}${more}`)
}

/** Caddy with a certificate authority of its own instead of a public one. */
export function signByOwnAuthority(root: DebianRoot): void {
  const caddyfile = root.must('cat /etc/caddy/Caddyfile')
  writeFileSync(join(root.path, 'etc/caddy/Caddyfile'), `{\n\tlocal_certs\n\tskip_install_trust\n}\n${caddyfile}`)
  root.must('systemctl enable caddy && systemctl restart caddy')
}

/** Whether the line succeeds within half a minute. */
export async function comesTrue(root: DebianRoot, line: string): Promise<boolean> {
  const began = performance.now()
  while (performance.now() - began < TIMEOUT_MS) {
    if (root.run(line).status === 0) return true
    await sleep(200)
  }
  return false
}

export const isReady = (root: DebianRoot, port = 3000) =>
  comesTrue(root, `curl -fs http://127.0.0.1:${port}/readyz | grep -qx '{"ok":true}'`)

export const isOpenByHttps = (root: DebianRoot) =>
  comesTrue(root, `curl -fs --cacert ${ROOT_CERTIFICATE} https://${HOST}/ | grep -q '<div id="root"'`)

export type Sale = { order: number; total: number; code: string; terminal: number }

/** The first admin sets up the shop by HTTPS, and pays for an order at a simulated terminal. */
export const makeFirstSale = (root: DebianRoot): Sale => sell(root, [])

/** The same admin pays for another order, at the terminal that the first sale connected. */
export const makeNextSale = (root: DebianRoot): Sale => sell(root, ['again'])

function sell(root: DebianRoot, more: readonly string[]): Sale {
  const args = [`https://${HOST}`, 'http://localhost:3000', ADMIN, ...more]
  const env = { NODE_EXTRA_CA_CERTS: ROOT_CERTIFICATE }
  const sale: Sale = JSON.parse(
    root.must(`${NODE} ${REPOSITORY}/test/packages/first-sale.ts ${args.join(' ')}`, { env }),
  )
  return sale
}

export const isPaid = ({ total, code, terminal }: Sale) => code === 'SUCCESS' && total === 15.8 && terminal === 1580
