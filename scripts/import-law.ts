/**
 * One rule of the import law. `from` and `may` are the beginnings of paths in the repository; `{own}` stands for the one
 * folder name at that place. The first rule whose `from` fits a file is its rule.
 */
export type ImportRule = {
  from: string
  may: string[]
  /** What it may import types from besides. */
  mayTypes?: string[]
  /** Beginnings of the packages it may import; `*` for any, `node:` for Node's own. */
  packages: string[]
  sentence: string
}

export const IMPORT_LAW: ImportRule[] = [
  {
    from: 'domain/',
    may: ['domain/'],
    packages: [],
    sentence: 'The rules of the shop are pure: domain imports domain alone.',
  },
  {
    from: 'contract/',
    may: ['contract/', 'domain/'],
    packages: ['zod'],
    sentence: 'What web and server promise each other rests on domain and zod alone.',
  },
  {
    from: 'server/features/{own}/',
    may: [
      'server/features/{own}/',
      'domain/',
      'contract/',
      'server/http/',
      'server/db/',
      'server/jobs/job-queue.ts',
      'server/texts/',
      'server/context.ts',
      'server/secrets.ts',
      'server/one-at-a-time.ts',
      'server/rounds.ts',
      'server/providers/{any}/{any}.ts',
      'server/features/{any}/',
    ],
    mayTypes: ['server/providers/'],
    packages: ['*', 'node:'],
    sentence:
      'A feature uses domain, contract, http, db, the context, provider interfaces and other features; of an adapter, its types.',
  },
  {
    from: 'server/providers/{own}/',
    may: ['server/providers/{own}/', 'domain/'],
    packages: ['*', 'node:'],
    sentence: 'A provider knows domain and its vendor’s library, and nothing of the shop.',
  },
  {
    from: 'server/http/',
    may: ['server/http/', 'server/db/', 'server/context.ts', 'server/secrets.ts', 'domain/', 'contract/'],
    packages: ['*', 'node:'],
    sentence: 'The HTTP layer mounts contracts and knows no feature.',
  },
  {
    from: 'server/db/',
    may: ['server/db/', 'domain/'],
    packages: ['*', 'node:'],
    sentence: 'The database layer knows domain and no feature.',
  },
  {
    from: 'server/texts/',
    may: ['server/texts/', 'server/http/escape-html.ts', 'domain/', 'contract/', 'server/providers/{any}/{any}.ts'],
    packages: [],
    sentence: 'Texts that the server sends know domain, contract and the messages of a provider, no IO.',
  },
  {
    from: 'server/jobs/',
    may: ['server/', 'domain/', 'contract/'],
    packages: ['*', 'node:'],
    sentence: 'Jobs call the use cases of features.',
  },
  {
    from: 'server/',
    may: ['server/', 'domain/', 'contract/'],
    packages: ['*', 'node:'],
    sentence: 'The server never imports web.',
  },
  {
    from: 'web/features/{own}/',
    may: [
      'web/features/{own}/',
      'web/features/{any}/',
      'domain/',
      'contract/',
      'web/ui/',
      'web/api/',
      'web/paths.ts',
      'web/i18n.ts',
      'web/locales/',
      'web/texts/',
      'web/theme',
    ],
    packages: ['*'],
    sentence: 'A feature of the web uses domain, contract, ui, api, paths, texts, theme and other features.',
  },
  {
    from: 'web/ui/',
    may: ['web/ui/', 'web/texts/', 'web/theme', 'domain/'],
    packages: ['react', 'react-dom', '@mui/', '@emotion/'],
    sentence: 'Building blocks know React, MUI, the theme and domain: no route, no feature, no API.',
  },
  {
    from: 'web/api/',
    may: ['web/api/', 'web/texts/', 'domain/', 'contract/'],
    packages: ['react', '@tanstack/', 'zod'],
    sentence: 'The typed client knows the contract and no screen.',
  },
  {
    from: 'web/',
    may: ['web/', 'domain/', 'contract/'],
    packages: ['*'],
    sentence: 'The web never imports server, nor Node.',
  },
]

/** Files that nothing but tests may import. */
export const FOR_TESTS_ONLY = /^(?:test|bench|scripts)\/|\.test\.tsx?$/

/** Files of another feature that stay its own. */
export const PRIVATE_TO_FEATURE =
  /^server\/features\/[^/]+\/(?:routes|table)\.ts$|^web\/features\/[^/]+\/[^/]+-page\.tsx$/

/** The programs that connect everything: they alone may import routes and pages. */
export const CONNECTORS = [
  'server/app.ts',
  'server/mount-shop.ts',
  'server/mount-back-office.ts',
  'server/main.ts',
  'server/mount-operation.ts',
  'web/routes.tsx',
  'web/pages.tsx',
  'web/first-views.tsx',
  'web/app.tsx',
]

/** Names that say nothing about what is inside. */
export const FORBIDDEN_NAMES = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'lib', 'manager', 'services']
