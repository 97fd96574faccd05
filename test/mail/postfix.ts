import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeRunDirectory } from '#test/files/run-directory.ts'
import { freePort } from '#test/free-port.ts'

/** Debian's Postfix, which only root may start. */
export const HAS_POSTFIX = existsSync('/usr/sbin/postfix') && process.getuid?.() === 0

const NOBODY = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
const DOMAIN = 'puoti.example'

/**
 * A Postfix of its own on loopback, which delivers everything for the domain puoti.example to one mailbox in the format Maildir, and
 * nothing to anywhere else.
 */
export async function openPostfix() {
  const directory = makeRunDirectory('postfix')
  const port = await freePort()
  const [config, queue, data, mail] = ['config', 'queue', 'data', 'mail'].map(name => join(directory, name))
  for (const each of [config, queue, data, mail]) mkdirSync(each!)
  chmodSync(directory, 0o755)
  chownSync(data!, Number(execFileSync('id', ['-u', 'postfix'], { encoding: 'utf8' })), 0)
  chownSync(mail!, NOBODY, 0)
  writeFileSync(
    join(config!, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${queue}
data_directory = ${data}
maillog_file = ${join(directory, 'mail.log')}
maillog_file_prefixes = ${directory}
inet_interfaces = 127.0.0.1
myhostname = mail.${DOMAIN}
mydestination =
alias_maps =
default_transport = error:nothing leaves this machine
virtual_mailbox_domains = ${DOMAIN}
virtual_mailbox_base = ${mail}
virtual_mailbox_maps = static:inbox/
virtual_uid_maps = static:${NOBODY}
virtual_gid_maps = static:${NOBODY}
virtual_minimum_uid = 1
smtpd_recipient_restrictions = reject_unauth_destination
strict_rfc821_envelopes = yes
`,
  )
  writeFileSync(join(config!, 'master.cf'), MASTER.replace('PORT', String(port)))
  const postfix = (command: string) => promisify(execFile)('/usr/sbin/postfix', ['-c', config!, command])
  await postfix('start')
  const inbox = join(mail!, 'inbox', 'new')
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The emails in the mailbox, as they are on the disk. */
    list: () => (existsSync(inbox) ? readdirSync(inbox).map(name => readFileSync(join(inbox, name))) : []),
    log: () => readFileSync(join(directory, 'mail.log'), 'utf8'),
    async close(): Promise<void> {
      await postfix('stop')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const MASTER = `127.0.0.1:PORT inet n - n - - smtpd
postlog   unix-dgram n - n - 1 postlogd
pickup    unix n - n 60 1 pickup
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
error     unix - - n - - error
virtual   unix - n n - - virtual
anvil     unix - - n - 1 anvil
proxymap  unix - - n - - proxymap
`
