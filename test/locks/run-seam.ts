import { freePort } from '#test/free-port.ts'

/** How often the devices fetch their codes: the vendor's fake has no devices that do. */
const SYNC_MS = 20

/** What the test uses of the vendor's fake. */
type Fake = {
  seed: () => Promise<{ seam_apikey1_token: string; august_device_1: string; august_device_2: string }>
  startServer: (place: { port: number }) => Promise<unknown>
  stopServer: () => Promise<void>
  database: {
    access_codes: {
      access_code_id: string
      device_id: string
      code: string
      status: string
      starts_at?: string
      ends_at?: string
    }[]
    updateAccessCode: (change: { access_code_id: string; status: string }) => void
    devices: { device_id: string; workspace_id: string; connected_account_id: string }[]
    addDevice: (device: object) => { device_id: string }
    updateDevice: (change: { device_id: string; properties: object }) => void
    /** From now on, these calls answer 503. */
    simulateWorkspaceOutage: (workspaceId: string, outage: { routes: string[] }) => void
    simulateWorkspaceOutageRecovery: (workspaceId: string) => void
  }
}
// A constant of type string, so that the type check skips the package's 9,000 lines of types.
const FAKE: string = '@seamapi/fake-seam-connect'

/** The vendor's own fake of its API, with two locks. */
export async function runSeam() {
  const { createFake } = (await import(FAKE)) as { createFake: () => Promise<Fake> }
  const fake = await createFake()
  const seed = await fake.seed()
  const port = await freePort()
  await fake.startServer({ port })
  const { database } = fake
  const sync = setInterval(() => {
    for (const { access_code_id, status } of database.access_codes)
      if (status === 'unset') database.updateAccessCode({ access_code_id, status: 'set' })
  }, SYNC_MS)
  return {
    url: `http://127.0.0.1:${port}`,
    database,
    key: seed.seam_apikey1_token,
    devices: [seed.august_device_1, seed.august_device_2] as const,
    /** Another lock in the same workspace; returns its id. */
    addLock() {
      const [{ workspace_id, connected_account_id } = {}] = database.devices
      const name = `Lock ${database.devices.length + 1}`
      return database.addDevice({
        device_type: 'august_lock',
        workspace_id,
        connected_account_id,
        name,
        properties: {},
      }).device_id
    },
    /** The vendor's simulated outage: as long as it lasts, asking for a device answers 503. */
    setOutage(isOut: boolean) {
      const workspaceId = database.devices[0]?.workspace_id ?? ''
      if (isOut) database.simulateWorkspaceOutage(workspaceId, { routes: ['/devices/get'] })
      else database.simulateWorkspaceOutageRecovery(workspaceId)
    },
    /** Whether the keypad opens the door, so much later. */
    opens(device: string | undefined, code: string, laterMs = 0) {
      const at = Date.now() + laterMs
      return database.access_codes.some(
        each =>
          each.device_id === device &&
          each.code === code &&
          each.status === 'set' &&
          Date.parse(each.starts_at ?? '') <= at &&
          at < Date.parse(each.ends_at ?? ''),
      )
    },
    close: async () => {
      clearInterval(sync)
      await fake.stopServer()
    },
  }
}
export type Seam = Awaited<ReturnType<typeof runSeam>>
