import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { UnreadableFile } from './open-xlsx.ts'
import { openTable } from './table-rows.ts'

async function getRows(text: string): Promise<number> {
  let count = 0
  for await (const chunk of (await openTable(Buffer.from(text), async () => ({ at: 0 }))).rows) count += chunk.length
  return count
}
const getProblem = (text: string) =>
  getRows(text).then(
    () => 'none',
    (error: unknown) => (error instanceof UnreadableFile ? error.problem : error),
  )

test('empty rows after a table are skipped, and a file of mostly empty rows is refused', async () => {
  expect(await getRows(`ean13;price\n1;2\n${';;;;\n'.repeat(50_000)}3;4\n`)).toBe(2)
  expect(await getProblem(`ean13;price\n1;2\n${'\n'.repeat(110_000)}`)).toBe('tooManyRows')
})

test('a row with too many cells is refused', async () => {
  expect(await getProblem(`ean13;price\n${';'.repeat(100_000)}`)).toBe('tooLarge')
})

test('a cell with more text than Excel holds is refused, with its row', async () => {
  const withLength = (length: number) => `ean13;name\n1;${'a'.repeat(length)}\n`
  expect(await getRows(withLength(32_767))).toBe(1)
  expect(await getProblem(withLength(32_768))).toBe('cellTooLong')
  await expect(getRows(`a;b\n1;2\n"Kahvi;3\n${'1;2\n'.repeat(100)}`)).rejects.toMatchObject({
    problem: 'quoteOpen',
    row: 3,
  })
})

test.each([
  ['quotes', '"'.repeat(9_900_000)],
  ['doubled quotes', `"${'a""'.repeat(3_000_000)}`],
  ['one endless cell', 'a'.repeat(9_900_000)],
  ['separators', ';'.repeat(9_900_000)],
  ['long cells', `${`1;${'a'.repeat(32_000)}\n`.repeat(300)}"`],
])('a file of %s does not stop the shop', async (_what, text) => {
  let [maxMs, last, isRead] = [0, performance.now(), false]
  const reading = getRows(`ean13;price\n${text}`)
    .catch((error: unknown) => (error instanceof UnreadableFile ? error.problem : error))
    .finally(() => (isRead = true))
  for (; !isRead; await setImmediate()) {
    maxMs = Math.max(maxMs, performance.now() - last)
    last = performance.now()
  }
  expect(await reading).toMatch(/^(quoteOpen|cellTooLong|tooLarge)$/)
  // Some 20 ms on an idle machine, before cells had a limit more than a second.
  expect(maxMs).toBeLessThan(500)
})

test('reading a long file yields to other work', async () => {
  let turns = 0
  let isRead = false
  const reading = getRows(`ean13;price\n${'1;2\n'.repeat(10_000)}`).finally(() => (isRead = true))
  for (; !isRead; await setImmediate()) turns++
  expect(await reading).toBe(10_000)
  expect(turns).toBeGreaterThan(10)
})
