import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimOwnership, type HeldOwnership, thisProcess } from './owner-lock.ts'
import { DataDirectoryInUseError } from './start-error.ts'

let dataDir: string
let ownerships: HeldOwnership[]

beforeEach(async () => {
  dataDir = await mkdtemp('/tmp/puoti-owner-')
  ownerships = []
})

afterEach(async () => {
  await Promise.all(ownerships.map(ownership => ownership.release()))
  await rm(dataDir, { recursive: true })
})

const writeOwner = (number: number, owner: object) =>
  writeFile(join(dataDir, `owner-${number}.json`), JSON.stringify({ ...thisProcess(), left: false, ...owner }))

const runStep = async () => {
  const ownership = await claimOwnership(dataDir)
  ownerships.push(ownership)
  return ownership
}

test('a second owner of the data directory is refused, with the directory and the process in the error', async () => {
  await runStep()
  const refusal = await claimOwnership(dataDir).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DataDirectoryInUseError)
  expect(refusal).toMatchObject({ dataDir, ownerPid: process.pid })
  expect(String(refusal)).toContain(`${dataDir} is in use`)
})

test('an owner that released the directory makes room for another', async () => {
  const first = await runStep()
  await first.release()
  await runStep()
  expect(await readdir(dataDir)).toEqual(['owner-2.json'])
})

test('exactly one of several simultaneous claims wins after an owner died', async () => {
  for (let round = 0; round < 20; round++) {
    await writeOwner(100 + round * 10, { startTicks: '1' })
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => claimOwnership(dataDir)))
    const winners = outcomes.filter(outcome => outcome.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    await winners[0]?.value.release()
  }
})

test('a process that reuses the pid of a dead owner is not the owner', async () => {
  await writeOwner(1, { startTicks: '1' })
  await runStep()
})

test('a claim torn by a power failure is ignored', async () => {
  await writeFile(join(dataDir, 'owner-1.json'), '{"pid":')
  await runStep()
})

/** Sets the time of the owner's last heartbeat. */
const touch = (at: Date) => utimes(join(dataDir, 'owner-1.json'), at, at)

test('an owner from before a reboot counts as dead', async () => {
  await writeOwner(1, { bootId: 'an earlier boot' })
  await touch(new Date(Date.now() - 60_000))
  await runStep()
})

test.each([
  { where: 'in another container', seen: { host: 'another container' } },
  { where: 'in a sandbox with another boot id', seen: { bootId: 'the boot of the machine around the container' } },
])('an owner that can’t be seen, $where, counts as alive while its heartbeat continues', async ({ seen }) => {
  await writeOwner(1, seen)
  const beat = setInterval(() => void touch(new Date()), 500)
  await expect(claimOwnership(dataDir)).rejects.toBeInstanceOf(DataDirectoryInUseError)
  clearInterval(beat)
  await touch(new Date(Date.now() - 60_000))
  await runStep()
})
