import { MINUTE_MS } from '#domain/durations.ts'
import { DOOR_CODE_MINUTES } from '#domain/stores/door-code.ts'
import type { Lock, RemoteLockOptions } from './lock.ts'

/** A door whose settings are complete. */
type RemoteDoor = {
  issue: Lock['issueCode']
  check: Lock['state']
  revoke: Lock['revoke']
  health: () => ReturnType<Lock['health']>
}

type RemoteLockParts<Settings> = Pick<RemoteLockOptions<Settings>, 'findSettings'> & {
  openDoor: (settings: Settings) => RemoteDoor
  /** Digits that the lock accepts, different from those in `taken`. */
  drawCode: (reserved: readonly string[]) => string
  /** The settings that a store without a lock lacks, for the health check. */
  missing: string
}

/** A lock that is reached through a vendor's service, with settings by store. */
export function remoteLock<Settings>({ findSettings, openDoor, drawCode, missing }: RemoteLockParts<Settings>): Lock {
  const findDoor = async (storeId: number) => {
    const settings = await findSettings(storeId)
    return settings && openDoor(settings)
  }
  const notSetUp = { status: 'failed', fault: 'notSetUp' } as const
  return {
    async propose(storeId, at, reserved) {
      const until = new Date(at.getTime() + DOOR_CODE_MINUTES * MINUTE_MS)
      return (await findSettings(storeId)) && { code: drawCode(reserved), until }
    },
    issueCode: async code => (await findDoor(code.storeId))?.issue(code) ?? notSetUp,
    state: async code => (await findDoor(code.storeId))?.check(code) ?? notSetUp,
    revoke: async code => (await findDoor(code.storeId))?.revoke(code) ?? notSetUp,
    health: async storeId => (await findDoor(storeId))?.health() ?? { code: 'notSetUp', detail: missing },
  }
}
