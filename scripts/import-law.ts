/**
 * One import rule. `from` and `may` are path prefixes in the repository; `{own}` matches one folder name, which is the same in
 * both. The first rule whose `from` matches a file applies to it.
 */
export type ImportRule = {
  from: string
  may: string[]
  /** Paths from which it may also import types. */
  mayTypes?: string[]
  /** Prefixes of the packages it may import; `*` for any, `node:` for Node's own. */
  packages: string[]
  sentence: string
}

/**
 * A module may import the modules before it. Dependencies on later modules are passed in where routes are mounted. `accounts`
 * comes after `orders` and `preorders` since removing an account cancels its orders and pre-orders by their rules.
 */
export const MODULES = [
  'catalogue',
  'stores',
  'messaging',
  'stock',
  'payments',
  'orders',
  'preorders',
  'accounts',
  'administration',
  'operations',
] as const

/** What a shopper's browser may load of other projects. */
const FOR_SHOPPERS = ['react', 'react-dom', 'react-router', '@tanstack/', 'zod', 'web-vitals', 'zxing-wasm']

const moduleRule = (name: string, index: number): ImportRule => ({
  from: `server/modules/${name}/`,
  may: [
    ...MODULES.slice(0, index + 1).map(each => `server/modules/${each}/`),
    'server/platform/',
    'server/texts/',
    'server/adapters/{any}/{any}.ts',
    'server/config/',
    // Command-line programs start the parts of a server themselves.
    ...(name === 'operations' ? ['server/wiring/'] : []),
    'domain/',
    'contract/',
  ],
  mayTypes: ['server/adapters/'],
  packages: ['*', 'node:'],
  sentence: `${name} uses the platform, domain, contract, the interfaces of adapters, and the modules before it: ${MODULES.slice(0, index).join(', ') || 'none'}.`,
})

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
  ...MODULES.map(moduleRule),
  {
    from: 'server/platform/',
    may: [
      'server/platform/',
      'server/texts/',
      'server/adapters/{any}/{any}.ts',
      'server/config/',
      'domain/',
      'contract/',
    ],
    packages: ['*', 'node:'],
    sentence: 'The platform knows no module.',
  },
  {
    from: 'server/texts/',
    may: ['server/texts/', 'domain/', 'contract/'],
    packages: [],
    sentence: 'Texts are data: they import no module and no platform.',
  },
  {
    from: 'server/adapters/{own}/',
    may: ['server/adapters/{own}/', 'domain/'],
    packages: ['*', 'node:'],
    sentence: 'An adapter imports domain and its vendor’s library, and no module.',
  },
  {
    from: 'server/wiring/',
    may: ['server/wiring/', 'server/adapters/', 'server/modules/', 'server/platform/', 'server/config/', 'domain/'],
    packages: ['*', 'node:'],
    sentence: 'Wiring gives adapters their settings: it imports adapters, and the modules that store the settings.',
  },
  {
    from: 'server/seed/',
    may: ['server/seed/', 'server/platform/', 'domain/', 'contract/'],
    packages: ['*', 'node:'],
    sentence: 'The demo shop is rows: it knows the platform and domain.',
  },
  {
    from: 'server/',
    may: ['server/', 'domain/', 'contract/'],
    packages: ['*', 'node:'],
    sentence: 'The server never imports web.',
  },
  {
    from: 'web/kit/ui/',
    may: ['web/kit/ui/', 'web/kit/i18n/', 'web/kit/theme/', 'domain/'],
    packages: ['react', 'react-dom'],
    sentence: 'Building blocks know React, the theme and domain: no route, no module, no API.',
  },
  ...['forms', 'lists', 'theme'].map(part => ({
    from: `web/kit/${part}/`,
    may: ['web/kit/', 'domain/', 'contract/'],
    packages: ['*'],
    sentence: 'The kit knows no module, neither the shop nor the back office.',
  })),
  {
    from: 'web/kit/',
    may: ['web/kit/', 'domain/', 'contract/'],
    packages: FOR_SHOPPERS,
    sentence: 'The kit knows no module; what shoppers load of it has its styles in style sheets, not in MUI.',
  },
  {
    from: 'web/scanning/',
    may: ['web/scanning/', 'web/kit/', 'domain/', 'contract/'],
    packages: FOR_SHOPPERS,
    sentence: 'Scanning knows the kit, and neither the shop nor the back office.',
  },
  {
    from: 'web/shop/',
    may: ['web/shop/', 'web/kit/', 'web/scanning/', 'domain/', 'contract/'],
    packages: FOR_SHOPPERS,
    sentence: 'The shop never imports the back office, nor MUI: a shopper’s browser does not load them.',
  },
  {
    from: 'web/back-office/',
    may: ['web/back-office/', 'web/shop/', 'web/kit/', 'web/scanning/', 'domain/', 'contract/'],
    packages: ['*'],
    sentence: 'The back office uses the kit, scanning and parts of the shop.',
  },
  {
    from: 'web/',
    may: ['web/', 'domain/', 'contract/'],
    packages: ['*'],
    sentence: 'The web never imports server, nor Node.',
  },
]

/** Files that only tests may import. */
export const FOR_TESTS_ONLY = /^(?:test|bench|scripts)\/|\.test\.tsx?$/

/** Files that other features must not import. */
export const PRIVATE_TO_FEATURE =
  /^server\/modules\/[^/]+\/[^/]+\/(?:routes|table)\.ts$|^web\/(?:shop|back-office)\/[^/]+\/[^/]+\/[^/]+-page\.tsx$/

/** Routes only connect: they import no query builder. */
export const NO_QUERIES = /^server\/.*\/routes\.ts$/

/** Only these import routes and pages; of `module.ts`, those of its own module. */
export const CONNECTORS = [
  'server/app.ts',
  'server/main.ts',
  'web/app/routes.tsx',
  'web/app/pages.tsx',
  'web/app/first-views.tsx',
  'web/app/app.tsx',
]

/** Names that describe nothing. */
export const FORBIDDEN_NAMES = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'lib', 'manager', 'services']
