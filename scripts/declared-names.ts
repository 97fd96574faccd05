import { parseSync } from 'vite'

/** A name that a file declares. `kind` function: functions, methods and whatever is assigned a function; constant: at the top of a file. */
export type DeclaredName = { file: string; line: number; name: string; kind: 'function' | 'type' | 'constant' }

type Node = { type: string; start: number; [key: string]: unknown }

const FUNCTIONS = new Set([
  'ArrowFunctionExpression',
  'FunctionExpression',
  'TSEmptyBodyFunctionExpression',
  'TSFunctionType',
])
const TYPES = new Set(['TSTypeAliasDeclaration', 'TSInterfaceDeclaration', 'ClassDeclaration'])
const MEMBERS = new Set([
  'Property',
  'PropertyDefinition',
  'MethodDefinition',
  'TSMethodSignature',
  'TSPropertySignature',
])

/** The functions, types and top-level constants that a file declares, in its order. */
export function declaredNames(file: string, text: string): DeclaredName[] {
  const names: DeclaredName[] = []
  const add = (node: Node, id: unknown, kind: DeclaredName['kind']) => {
    if (!isNode(id) || !('name' in id) || typeof id['name'] !== 'string') return
    names.push({ file, line: text.slice(0, node.start).split('\n').length, name: id['name'], kind })
  }
  const visit = (node: Node, isTop: boolean) => {
    if (node.type === 'FunctionDeclaration' || node.type === 'TSDeclareFunction') add(node, node['id'], 'function')
    else if (TYPES.has(node.type)) add(node, node['id'], 'type')
    else if (node.type === 'VariableDeclarator') {
      if (isFunction(node['init'])) add(node, node['id'], 'function')
      else if (isTop) add(node, node['id'], 'constant')
    } else if (MEMBERS.has(node.type) && !node['computed'] && isFunctionMember(node)) add(node, node['key'], 'function')
    const isStillTop = isTop && (node.type.startsWith('Export') || node.type === 'VariableDeclaration')
    for (const child of children(node)) visit(child, isStillTop)
  }
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message}`)
  for (const statement of program.body) visit(statement as unknown as Node, true)
  return names
}

function isFunctionMember(node: Node): boolean {
  if (node.type === 'MethodDefinition' || node.type === 'TSMethodSignature') return true
  const type = node['typeAnnotation']
  return isFunction(node['value']) || (isNode(type) && isFunction(type['typeAnnotation']))
}

const isFunction = (value: unknown) => isNode(value) && FUNCTIONS.has(value.type)

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function children(node: Node): Node[] {
  return Object.values(node).flatMap(value =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}
