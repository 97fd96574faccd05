import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clusterDirectory } from '#server/platform/db/embedded/data-dir.ts'
import { retainRunDirectory, makeRunDirectory } from './run-directory.ts'

/** The pid of a process that has ended. */
const DEAD = spawnSync(process.execPath, ['--version']).pid

let parent: string
beforeEach(() => {
  parent = mkdtempSync('/tmp/puoti-runs-')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const leave = (name: string): string => {
  const directory = join(parent, name)
  mkdirSync(join(directory, 'logs'), { recursive: true })
  return directory
}

test('a new run removes the directory of a killed run', () => {
  leave(`puoti-faults-${DEAD}-aaaaaa`)
  const directory = makeRunDirectory('faults', parent)
  expect(readdirSync(parent).map(name => join(parent, name))).toEqual([directory])
})

test('a new run keeps directories that are in use, kept or of another kind', () => {
  const others = ['puoti-faults-1-aaaaaa', `puoti-load-${DEAD}-aaaaaa`, 'puoti-faults-compiled', 'puoti-faults-aM0Z6U']
  for (const name of others) leave(name)
  const directory = makeRunDirectory('faults', parent)
  const retained = retainRunDirectory(leave(`puoti-faults-${DEAD}-bbbbbb`))
  const next = makeRunDirectory('faults', parent)
  const stays = [...others.map(name => join(parent, name)), directory, retained, next]
  expect(readdirSync(parent).map(name => join(parent, name))).toEqual(stays.toSorted())
})

test('a new run keeps a directory whose database is still running', () => {
  const directory = leave(`puoti-faults-${DEAD}-aaaaaa`)
  mkdirSync(clusterDirectory(directory), { recursive: true })
  writeFileSync(join(clusterDirectory(directory), 'postmaster.pid'), `${process.pid}\n`)
  makeRunDirectory('faults', parent)
  expect(readdirSync(parent)).toContain(`puoti-faults-${DEAD}-aaaaaa`)
})
