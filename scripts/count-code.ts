// npm run count: sizes and names of the sources without tests, files of the schema, scripts of package.json.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { declaredNames } from './declared-names.ts'
import { sourceFiles } from './find-imports.ts'
import { brokenNameRule } from './name-rules.ts'

const root = join(import.meta.dirname, '..')
const LAYERS = ['domain', 'contract', 'server', 'web'] as const
/** Words that plain sentences rarely need, counted per 10,000 words of comments. */
const WORDS = ['tells?', 'says?', 'stands?', 'nobody', 'gives?', 'somebody', 'anew', 'alone'] as const
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

const isSource = (file: string) => !/\.(?:test|d)\.tsx?$/.test(file) && !file.endsWith('/conformance.ts')
const files = sourceFiles(root).filter(file => isSource(file) && LAYERS.some(layer => file.startsWith(`${layer}/`)))
const texts = new Map(files.map(file => [file, readFileSync(join(root, file), 'utf8')]))
const getLines = (file: string) => (texts.get(file) ?? '').trimEnd().split('\n').length

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

for (const layer of LAYERS) {
  const lines = files.filter(file => file.startsWith(`${layer}/`)).map(getLines)
  const [half, max] = [percentile(lines, 0.5), percentile(lines, 0.9)]
  console.log(
    `${layer.padEnd(9)}${lines.length} files, lines: median ${half}, p90 ${max}, longest ${Math.max(...lines)}`,
  )
}
const serverAndWeb = files.filter(file => /^(?:server|web)\//.test(file))
console.log(
  `server and web: ${serverAndWeb.length} files, ${serverAndWeb.filter(file => getLines(file) <= 30).length} of 30 lines or less`,
)

const folders = Map.groupBy(files, dirname)
const full = [...folders]
  .filter(([, folderFiles]) => folderFiles.length > 30)
  .map(([folder, length]) => `${folder} ${length.length}`)
console.log(`folders of more than 30 files: ${full.join(', ') || 'none'}`)
console.log(`server's root: ${folders.get('server')?.length ?? 0} files`)

const comments = [...texts.values()].flatMap(text => text.match(COMMENT) ?? []).join('\n')
const words = comments.match(/[\p{L}’']+/gu)?.length ?? 0
const shares = WORDS.map(word => {
  const times = comments.match(new RegExp(`\\b${word}\\b`, 'giu'))?.length ?? 0
  return `${word.replace('s?', '')} ${((times / words) * 10_000).toFixed(1)}`
})
console.log(`comments: ${words} words; of 10,000: ${shares.join(', ')}`)

const names = [...texts].flatMap(([file, text]) => declaredNames(file, text))
const broken = names.filter(name => brokenNameRule(name) !== undefined)
console.log(
  `names: ${names.length} declared, ${broken.length} break a rule of names, ${((broken.length / names.length) * 1000).toFixed(1)} of 1,000`,
)
const lines = files.map(getLines).reduce((sum, count) => sum + count, 0)
const schema = readdirSync(join(root, 'server/platform/schema'), { recursive: true, encoding: 'utf8' })
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
console.log(
  `source lines: ${lines}; SQL files of the schema: ${schema.filter(file => file.endsWith('.sql')).length}; scripts: ${Object.keys(scripts).length}`,
)
