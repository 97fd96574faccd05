import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import { getListExports, MODULES, PERSONAL_DATA } from './module-list.ts'
import { PLATFORM_PERSONAL_DATA } from './platform/personal-data/platform-tables.ts'

// Nothing is read before an export is called.
const context = {} as Context

test('every list that the contract exports is declared by one module', () => {
  const lists = Object.keys(contract.listExports).map(name => name.replace(/(?:Csv|Xlsx)$/, ''))
  const declared = MODULES.flatMap(({ exports }) => Object.keys(exports?.(context) ?? {}))
  expect(declared.toSorted()).toEqual([...new Set(lists)].toSorted())
  expect(Object.keys(getListExports(context)).toSorted()).toEqual(declared.toSorted())
})

test('every table is declared once: by its module or by the platform', () => {
  const declared = [PLATFORM_PERSONAL_DATA, ...MODULES.map(module => module.personalData ?? {})].flatMap(Object.keys)
  expect(declared.toSorted()).toEqual(Object.keys(PERSONAL_DATA).toSorted())
})
