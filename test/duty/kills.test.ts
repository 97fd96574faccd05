import { expect, test } from 'vitest'
import { onlyInFullTier } from '#test/tier.ts'
import { playDuty } from './play-duty.ts'

/** A small run of `npm run drill -- duty`: real servers, a real database, kill -9. */
test.runIf(onlyInFullTier('it starts two servers and kills them for a minute'))(
  'each of 20 causes is called once and ends with an all-clear, even if servers and the mail server are killed',
  async () => {
    // Not faster: a restarted terminal must be back before it counts as dead.
    const night = { fromHour: 7, hours: 1, minutes: 0.75, log: () => undefined }
    const played = await playDuty({ ...night, causes: 20, kills: 2, seed: '59' })
    expect(played).toMatchObject({ lost: [], double: [], wrong: [] })
    expect(played.messages).toBeGreaterThan(60)
  },
  240_000,
)
