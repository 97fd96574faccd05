import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getMarkers, PAGES, type ReportName } from './save-report.ts'

const results = join(import.meta.dirname, '../docs/results')
const read = (page: string) => readFileSync(join(results, page), 'utf8')
const pages = readdirSync(results).filter(page => page !== 'README.md')

const STAMP = /^\d{4}-\d{2}-\d{2}, commit [0-9a-f]{8}(?:-dirty)?, /m

test.each(Object.keys(PAGES) as ReportName[])('the page of the report %s has its place, once', name => {
  const { begin, end } = getMarkers(name)
  const lines = read(PAGES[name]).split('\n')
  const marked = lines.filter(line => line === begin || line === end)
  expect(marked).toEqual([begin, end])
})

test.each(pages)('each section of docs/results/%s states its date, its commit and its command', page => {
  const [, ...sections] = read(page).split(/^## /m)
  expect(sections.length).toBeGreaterThan(0)
  const undated = sections.filter(section => !STAMP.test(section) && !section.includes('\nNot measured yet'))
  expect(undated.map(section => section.split('\n')[0])).toEqual([])
})
