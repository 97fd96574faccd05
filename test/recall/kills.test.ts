import { expect, test } from 'vitest'
import { onlyInFullTier } from '#test/tier.ts'
import { playRecall } from './play-recall.ts'

/** A small run of `npm run drill -- recall`: real servers, a real database, kill -9. */
test.runIf(onlyInFullTier('it starts three servers and kills them for a minute'))(
  'each of 400 buyers of a recalled product is told once or counts as failed, even if sending servers are killed',
  async () => {
    const played = await playRecall({ buyers: 400, kills: 2, servers: 2, log: () => undefined })
    expect(played).toMatchObject({ untold: 0, twice: 0, mistaken: 0 })
    expect(played.emails.delivered + played.emails.failed).toBe(400)
    // Only messages that a killed server held are lost.
    expect(played.reached).toBeGreaterThan(300)
  },
  180_000,
)
