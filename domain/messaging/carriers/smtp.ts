import type { EnvironmentSettings } from '#domain/adapter-settings.ts'

/** What the way of emails declares of itself: any provider's mail server. */
export const SMTP = {
  settings: {
    // With its password; shown without it, as every address.
    url: {
      variable: 'SMTP_URL',
      meaning: 'Your mail server: `smtp://user:password@host:port`, or `smtps://`.',
      pattern: /^smtps?:\/\//,
      problem: 'it begins with smtp:// or smtps://',
      inputMode: 'url',
      optional: true,
    },
    /** How the connection is encrypted; missing: by the address. */
    tls: {
      variable: 'PUOTI_SMTP_TLS',
      meaning: '`verified`, `unverified` or `off`; see below.',
      unset: 'by the address',
      options: { verified: true, unverified: true, off: true },
      optional: true,
    },
    from: {
      variable: 'PUOTI_MAIL_FROM',
      meaning: 'The sender of emails.',
      initial: 'Puoti <puoti@localhost>',
      pattern: /^\s*(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)\s*$/,
      problem: 'it is an address, or a name and an address: The shop <shop@shop.example>',
    },
  },
} as const satisfies { settings: EnvironmentSettings }
