import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productDataConformance } from './conformance.ts'
import { productDump } from './product-dump.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'puoti-dump-'))
})
afterAll(() => rm(directory, { recursive: true }))

productDataConformance('A dump file', async () => {
  const path = join(directory, 'conformance.jsonl')
  await writeFile(path, '')
  return {
    source: productDump(path),
    add: product => appendFile(path, `${JSON.stringify(product)}\n`),
    spoil: code => appendFile(path, `{"code": "${code}", "product_name": \n`),
    close: async () => undefined,
  }
})

test('lines that are too long, and a last line without an end, do not hide the others', async () => {
  const path = join(directory, 'long.jsonl')
  const first = { code: '6408430000135', brands: 'Valio' }
  const huge = { code: '6408430000142', more: 'ö'.repeat(2_000_000) }
  const last = { code: '6408430000159', brands: 'Äkta' }
  await writeFile(path, [first, huge, last].map(each => JSON.stringify(each)).join('\n'))
  const source = productDump(path)
  expect(await source.find(first.code)).toMatchObject({ kind: 'found', offer: { brand: 'Valio', picture: null } })
  expect(await source.find(huge.code)).toEqual({ kind: 'unknown' })
  expect(await source.find(last.code)).toMatchObject({ kind: 'found', offer: { brand: 'Äkta' } })
})

test('a file with more products than the index holds is refused, and so is one that is not there', async () => {
  const path = join(directory, 'many.jsonl')
  await writeFile(path, '{"code": "6408430000135"}\n{"code": "6408430000142"}\n')
  const source = productDump(path, { maxLines: 1 })
  expect(await source.find('6408430000135')).toEqual({ kind: 'failed', reason: 'too many products in the file' })
  expect(await productDump(join(directory, 'none')).find('6408430000135')).toEqual({ kind: 'failed', reason: 'ENOENT' })
})
