import type { Plugin } from 'vite'

const SUMMARY = /\bsummary:\s*(['"`])(?:\\.|(?!\1)[^\\])*\1,?/g

/** A contract's source without the sentences that describe its endpoints in the API's documentation. */
export const withoutSummaries = (source: string): string => source.replaceAll(SUMMARY, '')

/** Browsers don't show these sentences, and would load them with every first view. */
export const stripSummaries = (): Plugin => ({
  name: 'strip-summaries',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/.*\.ts$/ },
    handler: code => ({ code: withoutSummaries(code), map: null }),
  },
})
