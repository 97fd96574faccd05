import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCommit } from './build.ts'
import { settingsInForce } from './load-settings.ts'

test('the commit is that of a checkout, of its worktrees and after packing', () => {
  const root = mkdtempSync('/tmp/puoti-build-')
  const git = (args: string[], cwd = root) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@puoti.example', ...args], {
      cwd,
      encoding: 'utf8',
    }).trim()
  git(['init', '-q', '-b', 'main'])
  expect(findCommit(root)).toBeUndefined()
  git(['commit', '-q', '--allow-empty', '-m', 'One'])
  const head = git(['rev-parse', 'HEAD'])
  expect(findCommit(root)).toBe(head)
  git(['worktree', 'add', '-q', '-b', 'other', 'tree'])
  expect(findCommit(join(root, 'tree'))).toBe(head)
  git(['pack-refs', '--all'])
  expect([findCommit(root), findCommit(join(root, 'tree'))]).toEqual([head, head])
  git(['checkout', '-q', '--detach'])
  expect(findCommit(root)).toBe(head)
  rmSync(root, { recursive: true })
})

test('settings are listed without secrets: of URLs only the server', () => {
  expect(
    settingsInForce({
      PORT: '3000',
      PUOTI_SECRET: 'a secret',
      PUOTI_METRICS_TOKEN: 'a token',
      PUOTI_46ELKS_PASSWORD: 'a password',
      SMTP_URL: 'smtps://user:password@mail.example:465',
      PUOTI_SMS_URL: 'https://sms.example/send/a-key?token=x',
      PUOTI_SECRET_PREVIOUS_FILE: '/run/before',
      PUOTI_DEMO: '',
      PATH: '/bin',
    }),
  ).toEqual([
    'PORT=3000',
    'PUOTI_SECRET=(set)',
    'PUOTI_SECRET_PREVIOUS from /run/before',
    'SMTP_URL=smtps://…@mail.example:465',
    'PUOTI_SMS_URL=https://sms.example/…',
    'PUOTI_46ELKS_PASSWORD=(set)',
    'PUOTI_METRICS_TOKEN=(set)',
  ])
})
