// npm run env:example: writes .env.example, every setting of docs/operator/configuration.md with its meaning and default.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const HEAD = `# Every setting, with its default. Copy this file to .env, and remove the # before what you change. Written by
# npm run env:example from docs/operator/configuration.md, which describes the settings in full.
`

/** The tables of the page, by section. */
export function envExample(page: string): string {
  const sections = page.split(/^## /m).slice(1)
  const texts = sections.flatMap(section => {
    const rows = [...section.matchAll(/^\| `([A-Z\d_]+)` +\| (.+?) +\| (.+?) +\|$/gm)]
    if (rows.length === 0) return []
    const title = section.slice(0, section.indexOf('\n'))
    return [
      `# --- ${title} ---\n`,
      ...rows.map(([, name = '', initial = '', meaning = '']) => entry(name, initial, meaning)),
    ]
  })
  return [HEAD, ...texts].join('\n')
}

const plain = (text: string) =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('`', '')
    .replace(/[;.]? see below\.$/i, '.')

function entry(name: string, initial: string, meaning: string): string {
  const value = /^`([^`]*)`$/.exec(initial)?.[1] ?? ''
  const more = value === '' && initial !== 'none' ? ` Default: ${plain(initial)}.` : ''
  return `# ${plain(meaning)}${more}\n# ${name}=${value}\n`
}

const file = join(root, '.env.example')
const written = envExample(readFileSync(join(root, 'docs/operator/configuration.md'), 'utf8'))
if (process.argv[1] === import.meta.filename) writeFileSync(file, written)
