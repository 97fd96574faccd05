import type { Plugin } from 'vite'

const SUMMARY = /\bsummary:\s*(['"`])(?:\\.|(?!\1)[^\\])*\1,?/g
/** A list of error codes, or the name of a shared one. */
const ERRORS = /\berrors:\s*(?:\[[^\]]*\]|[A-Za-z_]+(?=,|\s*\})),?/g

/** A contract's source without the sentences of the API's documentation and without the lists of errors. */
export const withoutServerParts = (source: string): string => source.replaceAll(SUMMARY, '').replaceAll(ERRORS, '')

/** Browsers read neither: their types have the errors. They would load them with every first view. */
export const stripServerParts = (): Plugin => ({
  name: 'strip-server-parts',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/.*\.ts$/ },
    handler: code => ({ code: withoutServerParts(code), map: null }),
  },
})
