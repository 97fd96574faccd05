import { isHardToGuess } from './hard-to-guess.ts'

/** The pattern of a secret. Its first group, if it has one, is the secret itself. */
export type Rule = { name: string; pattern: RegExp; isSecret?: (value: string) => boolean }

/** Example passwords, and placeholders that a program fills in. */
const isPlaceholder = (value: string): boolean =>
  /^(?:user|pass|password|p%40ss|secret|token|key|postgres|test|x+|\*+|\.+|…)$/i.test(value) || /[${}<>]/.test(value)

/** The formats of vendors' keys, and what usually precedes a secret without such a format. */
export const RULES: readonly Rule[] = [
  { name: 'private key', pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\\nr]*([\w+/=]{20,})/g },
  { name: 'AWS key', pattern: /\b((?:AKIA|ASIA|AGPA|AROA)[0-9A-Z]{16})\b/g },
  { name: 'GitHub token', pattern: /\b(gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{50,})/g },
  { name: 'GitLab token', pattern: /\b(glpat-[\w-]{20,})/g },
  { name: 'npm token', pattern: /\b(npm_[A-Za-z0-9]{36})\b/g },
  { name: 'registry login', pattern: /:_(?:authToken|auth|password)\s*=\s*([^\s$]{8,})/g },
  { name: 'Slack token', pattern: /\b(xox[abeoprs]-[\w-]{10,})/g },
  { name: 'Slack hook', pattern: /hooks\.slack\.com\/services\/([\w/]{20,})/g },
  { name: 'Stripe key', pattern: /\b([rs]k_live_[A-Za-z0-9]{16,})/g },
  { name: 'Google key', pattern: /\b(AIza[\w-]{35})\b/g },
  { name: 'Google token', pattern: /\b(ya29\.[\w-]{20,})/g },
  { name: 'SendGrid key', pattern: /\b(SG\.[\w-]{16,}\.[\w-]{16,})/g },
  { name: 'Twilio key', pattern: /\b((?:SK|AC)[0-9a-f]{32})\b/g },
  { name: 'Mailgun key', pattern: /\b(key-[0-9a-f]{32})\b/g },
  { name: 'Azure key', pattern: /AccountKey=([\w+/=]{40,})/g },
  { name: 'Adyen key', pattern: /\b(AQE[\w+/=-]{60,})/g },
  { name: 'signed token', pattern: /\b(eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,})/g },
  {
    name: 'password in an address',
    pattern: /\b[a-z][a-z0-9+]{1,14}:\/\/[^\s:/@'"`]{1,60}:([^\s:/@'"`]{3,100})@[\w.[-]/g,
    isSecret: value => !isPlaceholder(value),
  },
  {
    name: 'assigned secret',
    pattern:
      /(?:secret|token|passw(?:or)?d|passphrase|api[-_]?key|private[-_]?key|access[-_]?key|credentials?)[\w-]{0,30}["'`]?\s{0,3}[:=]\s{0,3}["'`]?([\w+/=~.-]{20,200})/gi,
    isSecret: isHardToGuess,
  },
]
