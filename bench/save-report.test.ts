import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getMarkers, REPORTS, type ReportName } from './save-report.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/results/README.md'), 'utf8')
const [, ...sections] = page.split(/^## /m)

const STAMP = /^\d{4}-\d{2}-\d{2}, commit [0-9a-f]{8}(?:-dirty)?, /m
const DATED_ROW = /^\| \d{4}-\d{2}-\d{2} +\| [0-9a-f]{8} +\| `[^|]+` +\| [^|]+\| [^|]+\|$/
const isTable = (section: string) => /^\| date +\| commit +\| command/m.test(section)

test.each(Object.keys(REPORTS) as ReportName[])('the page of results has a place for the report %s, once', name => {
  const { begin, end } = getMarkers(name)
  const marked = page.split('\n').filter(line => line === begin || line === end)
  expect(marked).toEqual([begin, end])
})

test('each report of the page of results states its date, its commit and its command', () => {
  const reports = sections.filter(section => !isTable(section))
  expect(reports.length).toBeGreaterThan(0)
  const undated = reports.filter(section => !STAMP.test(section) && !section.includes('\nNot measured yet'))
  expect(undated.map(section => section.split('\n')[0])).toEqual([])
})

test('each row of other runs has a date, a commit, a command, a machine and figures', () => {
  const rows = sections.filter(isTable).flatMap(section => section.split('\n').filter(line => line.startsWith('| 2')))
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(row => !DATED_ROW.test(row))).toEqual([])
})
