import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import { listExportsOf, MODULES } from './module-list.ts'

// Nothing is read before an export is called.
const context = {} as Context

test('every list that the contract exports is declared by one module', () => {
  const lists = Object.keys(contract.listExports).map(name => name.replace(/(?:Csv|Xlsx)$/, ''))
  const declared = MODULES.flatMap(({ exports }) => Object.keys(exports?.(context) ?? {}))
  expect(declared.toSorted()).toEqual([...new Set(lists)].toSorted())
  expect(Object.keys(listExportsOf(context)).toSorted()).toEqual(declared.toSorted())
})
