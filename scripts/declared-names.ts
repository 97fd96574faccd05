import { children, isNode, type Node, parseStatements } from './syntax-tree.ts'

/**
 * A name that a file declares. `kind` function: functions, methods and whatever is assigned a function; constant: at the top of
 * a file; variable: below it, with parameters and what a pattern renames; field: of a type or a class.
 */
export type DeclaredName = {
  file: string
  line: number
  name: string
  kind: 'function' | 'type' | 'constant' | 'variable' | 'field'
}

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

const PATTERNS = new Set(['ArrayPattern', 'ObjectPattern'])
const FIELDS = new Set(['PropertyDefinition', 'TSPropertySignature'])

/** The names that a file declares, in its order. */
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
      else for (const id of patternNames(node['id'])) add(id, id, isTop ? 'constant' : 'variable')
    } else if (MEMBERS.has(node.type) && !node['computed']) {
      if (isFunctionMember(node)) add(node, node['key'], 'function')
      else if (FIELDS.has(node.type)) add(node, node['key'], 'field')
    }
    if (Array.isArray(node['params'])) for (const id of node['params'].flatMap(patternNames)) add(id, id, 'variable')
    const isStillTop = isTop && (node.type.startsWith('Export') || node.type === 'VariableDeclaration')
    for (const child of children(node)) visit(child, isStillTop)
  }
  for (const statement of parseStatements(file, text)) visit(statement, true)
  return names
}

/** The identifiers that a pattern declares. `{ a }` declares none: the name is that of the field. */
function patternNames(pattern: unknown): Node[] {
  if (!isNode(pattern)) return []
  if (pattern.type === 'Identifier') return [pattern]
  if (pattern.type === 'Property') return pattern['shorthand'] === true ? [] : patternNames(pattern['value'])
  if (pattern.type === 'AssignmentPattern') return patternNames(pattern['left'])
  if (pattern.type === 'RestElement') return patternNames(pattern['argument'])
  return PATTERNS.has(pattern.type) ? children(pattern).flatMap(patternNames) : []
}

function isFunctionMember(node: Node): boolean {
  if (node.type === 'MethodDefinition' || node.type === 'TSMethodSignature') return true
  const type = node['typeAnnotation']
  return isFunction(node['value']) || (isNode(type) && isFunction(type['typeAnnotation']))
}

const isFunction = (value: unknown) => isNode(value) && FUNCTIONS.has(value.type)
