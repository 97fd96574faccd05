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

/** A tree with a folder for each module. */
type Tree = Pick<ImportRule, 'may' | 'mayTypes' | 'packages'> & {
  root: string
  /** What its modules use beside the modules before them. */
  base: string
}

const TREES: Tree[] = [
  { root: 'domain/', may: ['domain/{any}.ts', 'domain/format/'], packages: [], base: 'what all of domain shares' },
  {
    root: 'contract/',
    may: ['contract/{any}.ts', 'domain/'],
    packages: ['zod'],
    base: 'domain, and what all of contract shares',
  },
  {
    root: 'server/modules/',
    may: [
      'server/platform/',
      'server/texts/',
      'server/adapters/{any}/{any}.ts',
      'server/config/',
      'domain/',
      'contract/',
    ],
    mayTypes: ['server/adapters/'],
    packages: ['*', 'node:'],
    base: 'the platform, domain, contract, the interfaces of adapters',
  },
  {
    root: 'web/shop/',
    may: ['web/kit/', 'web/scanning/', 'domain/', 'contract/'],
    packages: FOR_SHOPPERS,
    base: 'the kit, scanning, domain, contract, neither the back office nor MUI',
  },
  {
    root: 'web/back-office/',
    may: ['web/back-office/kit/', 'web/kit/', 'web/scanning/', 'domain/', 'contract/'],
    packages: ['*'],
    base: 'the kits, scanning, domain, contract, of the shop its own module and those before it',
  },
]

/** The same rule in each tree: a module imports only the modules before it. */
const moduleRules = ({ root, may, base, ...rest }: Tree): ImportRule[] =>
  MODULES.map((name, index) => ({
    ...rest,
    from: `${root}${name}/`,
    may: [
      ...MODULES.slice(0, index + 1).map(each => `${root}${each}/`),
      ...may,
      // An admin's page shows parts of what the shoppers of its module see.
      ...(root === 'web/back-office/' ? MODULES.slice(0, index + 1).map(each => `web/shop/${each}/`) : []),
      ...(root === 'web/back-office/' && name === 'administration' ? ['web/shop/home/'] : []),
      // Command-line programs start the parts of a server themselves.
      ...(root === 'server/modules/' && name === 'operations' ? ['server/wiring/'] : []),
    ],
    sentence: `${root}${name} uses ${base}, and the modules before it: ${MODULES.slice(0, index).join(', ') || 'none'}.`,
  }))

const SHARED_BY_MODULES = ['domain/{any}.ts', 'domain/format/', 'contract/{any}.ts']

/** The rules and types of what every request and every table needs: sessions, personal data, the clean-up, the audit log. */
const OF_THE_PLATFORM = [
  'domain/accounts/device-names.ts',
  'domain/accounts/passkey-state.ts',
  'domain/accounts/store-rights.ts',
  'domain/accounts/store-scope.ts',
  'domain/accounts/personal-data.ts',
  'domain/operations/retention-periods.ts',
  'contract/administration/audit-log.ts',
]

export const IMPORT_LAW: ImportRule[] = [
  ...TREES.flatMap(moduleRules),
  {
    from: 'domain/',
    may: ['domain/{any}.ts', 'domain/format/'],
    packages: [],
    sentence:
      'The rules of the shop are pure: domain imports domain alone, and what its modules share imports no module.',
  },
  {
    from: 'contract/index.ts',
    may: ['contract/'],
    packages: [],
    sentence: 'The index collects what the modules declare.',
  },
  {
    from: 'contract/operation-titles.ts',
    may: ['contract/'],
    packages: [],
    sentence: 'The titles of operations are collected from the modules.',
  },
  {
    from: 'contract/',
    may: ['contract/{any}.ts', 'domain/'],
    packages: ['zod'],
    sentence:
      'What web and server promise each other rests on domain and zod alone; what its modules share imports no module.',
  },
  {
    from: 'server/platform/schema/table-types/',
    may: ['server/platform/schema/'],
    mayTypes: ['domain/', 'contract/'],
    packages: ['kysely'],
    sentence: 'The types of tables are those of domain and contract, and import nothing that runs.',
  },
  {
    from: 'server/platform/',
    may: [
      'server/platform/',
      'server/texts/',
      'server/adapters/{any}/{any}.ts',
      'server/config/',
      ...SHARED_BY_MODULES,
      ...OF_THE_PLATFORM,
    ],
    packages: ['*', 'node:'],
    sentence:
      'The platform imports no module, and of a shop’s rules only those of sessions, the clean-up and the audit log.',
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
    from: 'web/shop/home/',
    may: ['web/shop/', 'web/kit/', 'web/scanning/', 'domain/', 'contract/'],
    packages: FOR_SHOPPERS,
    sentence: 'The home page shows parts of all modules of the shop, and nothing of the back office, nor MUI.',
  },
  {
    from: 'web/back-office/kit/',
    may: ['web/back-office/kit/', 'web/kit/', 'domain/', 'contract/'],
    packages: ['*'],
    sentence: 'What the modules of the back office share imports none of them, nor the shop.',
  },
  {
    from: 'web/back-office/shell/',
    may: ['web/back-office/', 'web/shop/accounts/', 'web/kit/', 'web/scanning/', 'domain/', 'contract/'],
    packages: ['*'],
    sentence: 'The shell is the frame around all modules of the back office; web/app alone imports it.',
  },
  ...['web/shop/', 'web/back-office/'].map(from => ({
    from,
    may: [],
    packages: [],
    sentence: 'A folder of the shop or the back office is a module, or has its own rule here.',
  })),
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
  /^server\/modules\/[^/]+\/[^/]+\/(?:routes|table)\.ts$|^web\/(?:shop|back-office)\/(?:[^/]+\/){1,2}[^/]+-page\.tsx$/

/** Routes only connect: they import no query builder. */
export const NO_QUERIES = /^server\/.*\/routes\.ts$/

/** Only these import routes and pages; of `module.ts`, those of its own module. */
export const CONNECTORS = [
  'server/app.ts',
  'server/main.ts',
  'web/app/routes.tsx',
  'web/app/pages.tsx',
  'web/app/office-pages.ts',
  'web/app/first-views.tsx',
  'web/app/app.tsx',
  'web/app/background.tsx',
]

/** Names that describe nothing. */
export const FORBIDDEN_NAMES = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'lib', 'manager', 'services']
