import { EVIL } from './evil.ts'
import { DISGUISED_HOSTS, OTHER_HOSTS } from './hosts.ts'
import { SCHEMES, SCRIPTS } from './schemes.ts'

const NOT_OF_THE_SHOP = [
  '',
  ' ',
  'home',
  './home',
  '../home',
  '?lang=fi',
  '#x',
  'evil.example',
  'www.evil.example/home',
  '/api/admin/users',
  '/%61pi/admin/users',
  '/API/logout',
  '/dev/mailbox',
  '/login/1001/1763670000/abc',
  '/images/1',
  '/metrics',
  '/home\u0000',
  '/home\u2028',
  '/kylä\u202egnp.exe',
  '/home page',
  '/home\\..\\..',
  '/home?x=<script>',
  '/home#"><img>',
  `/${'a'.repeat(1000)}`,
  `/${'%61'.repeat(10_000)}`,
  `https://${EVIL}/${'a'.repeat(100_000)}`,
]

/** Links that no notification may open: none may be saved, sent or opened. */
export const HOSTILE_LINKS: readonly string[] = [
  ...SCRIPTS,
  ...SCHEMES,
  ...OTHER_HOSTS,
  ...DISGUISED_HOSTS,
  ...NOT_OF_THE_SHOP,
]
