import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { children, isNode, type Node, parseStatements } from './syntax-tree.ts'

/** A browser test. Its steps are what it awaits, and the assertions that it doesn't. */
export type BrowserTest = { file: string; line: number; name: string; steps: number }

/** A longer test covers several behaviours, and should be split. */
export const MAX_STEPS = 40

const directory = join(import.meta.dirname, '../test/e2e')

export const readBrowserTests = (): BrowserTest[] =>
  readdirSync(directory)
    .filter(file => file.endsWith('.test.ts'))
    .flatMap(file => browserTests(file, readFileSync(join(directory, file), 'utf8')))

export function browserTests(file: string, text: string): BrowserTest[] {
  const tests: BrowserTest[] = []
  const visit = (node: Node) => {
    const [name, body] = testParts(node)
    if (name && body) {
      const line = text.slice(0, node.start).split('\n').length
      tests.push({ file, line, name: text.slice(name.start + 1, name.end - 1), steps: countSteps(body) })
    } else children(node).forEach(visit)
  }
  parseStatements(file, text).forEach(visit)
  return tests
}

/** The name and the function of `test('…', details, async () => {…})`. */
function testParts({ type, callee, arguments: args }: Node): [name?: Node, body?: Node] {
  if (type !== 'CallExpression' || !isNode(callee) || callee['name'] !== 'test' || !Array.isArray(args)) return []
  const [name, body]: unknown[] = [args[0], args.at(-1)]
  return isNode(name) && isNode(body) && body.type === 'ArrowFunctionExpression' ? [name, body] : []
}

/** A step counts once, whatever its arguments await. */
function countSteps(node: Node): number {
  const callee = node['callee']
  const isAssertion = node.type === 'CallExpression' && isNode(callee) && callee['name'] === 'expect'
  if (node.type === 'AwaitExpression' || isAssertion) return 1 + countInFunctions(node)
  return children(node).reduce((sum, child) => sum + countSteps(child), 0)
}

/** The steps of functions in a step, such as those of `Promise.all(people.map(async person => {…}))`. */
function countInFunctions(node: Node): number {
  return children(node).reduce((sum, child) => {
    const isBlock = isNode(child['body']) && child['body'].type === 'BlockStatement'
    return sum + (isBlock ? countSteps(child) : countInFunctions(child))
  }, 0)
}
