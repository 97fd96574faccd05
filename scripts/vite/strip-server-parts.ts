import type { Plugin } from 'vite'

const DESCRIPTION = /\bdescription:\s*(['"`])(?:\\.|(?!\1)[^\\])*\1,?/g
/** A list of error codes, or the name of a shared one. */
const ERRORS = /\berrors:\s*(?:\[[^\]]*\]|[A-Za-z_]+(?=,|\s*\})),?/g

/** How an endpoint keeps to the stores of its caller. */
const STORES = /\bstores:\s*\{\s*(?:store|record|filter|shopWide):[^}]*\},?/g

/** A contract's source without the sentences of the API's documentation, the lists of errors and the rules for stores. */
export const withoutServerParts = (source: string): string =>
  source.replaceAll(DESCRIPTION, '').replaceAll(ERRORS, '').replaceAll(STORES, '')

/** Browsers read none of it: their types have the errors. They would load it with every first view. */
export const stripServerParts = (): Plugin => ({
  name: 'strip-server-parts',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/.*\.ts$/ },
    handler: code => ({ code: withoutServerParts(code), map: null }),
  },
})
