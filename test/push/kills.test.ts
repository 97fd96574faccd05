import { expect, test } from 'vitest'
import { onlyInFullTier } from '#test/tier.ts'
import { playKills } from './play-kills.ts'

/** A small run of `npm run drill -- push`: real servers, a real database, kill -9. */
test.runIf(onlyInFullTier('it starts three servers and kills them for a minute'))(
  'each of 500 devices is notified once or counts as failed, even if sending servers are killed',
  async () => {
    const played = await playKills({ devices: 500, kills: 2, servers: 2, log: () => undefined })
    expect(played).toMatchObject({ devices: 500, twice: 0, mistaken: 0 })
    expect(played.delivered + played.failed).toBe(500)
    // Only messages that a killed server held are lost.
    expect(played.delivered).toBeGreaterThan(380)
  },
  180_000,
)
