import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { isOfficeAccess } from './endpoint.ts'
import { contract } from './index.ts'
import { TOPICS } from './topics.ts'

const resources: Record<string, Record<string, Endpoint>> = contract
const declared = Object.entries(resources).flatMap(([resource, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${resource}.${name}`, endpoint })),
)
const getNames = (found: typeof declared) => found.map(({ name }) => name)

test('every call that changes something declares what it touches, and every JSON response what it reads', () => {
  const silent = declared.filter(({ endpoint: { method, download, reads, touches } }) =>
    method === 'GET' ? download === undefined && reads === undefined : touches === undefined,
  )
  expect(getNames(silent)).toEqual([])
})

test('every topic is read by a response and touched by a call', () => {
  const read = new Set(declared.flatMap(({ endpoint }) => endpoint.reads ?? []))
  const touched = new Set(declared.flatMap(({ endpoint }) => endpoint.touches ?? []))
  expect(TOPICS.filter(topic => !read.has(topic))).toEqual([])
  expect(TOPICS.filter(topic => !touched.has(topic))).toEqual([])
})

/** They write nothing into the audit log. */
const UNRECORDED = [
  'approvals.decide',
  'doctor.testMessage',
  'duties.acknowledge',
  'duties.testCall',
  'letters.save',
  'passkeys.beginConfirm',
  'passkeys.confirm',
  'passkeys.beginAdd',
  'productImages.matchFiles',
  'reducedLots.mark',
  'reducedLots.unmark',
  'stockTakes.count',
  'productImports.preview',
  'productImports.check',
  'productImports.recheck',
  'productImports.cancel',
  'shelfLabels.pdf',
  'shelfLabels.markUnprinted',
  'bulkChanges.addPhotos',
  'views.create',
  'views.update',
  'views.remove',
  'views.reorder',
  'adminHome.confirmSmsSender',
  'adminHome.dismissChecklist',
  'adminHome.dismissCode',
  'adminPreorders.markPicked',
  'presence.begin',
  'presence.end',
]

test('every change by an admin touches the audit log, unless the log has no entry of it', () => {
  const unrecorded = declared.filter(
    ({ endpoint: { access, touches } }) => isOfficeAccess(access) && touches && !touches.includes('auditLog'),
  )
  expect(getNames(unrecorded)).toEqual(UNRECORDED)
})
