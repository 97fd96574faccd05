// What each library costs in a shopper's first view of /home: bytes of JavaScript, and processor time until the first product, on a
// phone four times slower than this machine. Build the app first; then: node bench/first-view.ts
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { signUp } from '#test/e2e/people.ts'
import { RunningShop } from '#test/e2e/running-shop.ts'
import { readWebManifest, reachableFrom } from '../scripts/vite/web-manifest.ts'
import { median } from './rounds.ts'
import { newPhone, openBrowser, slowDown } from './speed-visits.ts'

const WEB_DIR = join(import.meta.dirname, '../dist/web')
const FIRST_VIEW = ['index.html', 'shop/home/home-page.tsx']
const VISITS = 5

const PARTS: readonly (readonly [part: string, source: RegExp])[] = [
  ['React', /node_modules\/(?:react|react-dom|scheduler)\//],
  [
    'MUI and Emotion',
    /node_modules\/(?:@mui|@emotion|stylis|react-transition-group|clsx|react-is|hoist-non-react-statics)\//,
  ],
  ['router', /node_modules\/react-router\//],
  ['query', /node_modules\/@tanstack\//],
  ['schema library', /node_modules\/zod\//],
  ['contract', /(?:^|\/)contract\//],
  ['translations (the layer, without texts)', /web\/kit\/i18n\//],
  ['own code: kit and app', /web\/(?:kit|app|main)/],
  ['own code: shop and domain', /(?:web\/shop|domain)\//],
]

const findPart = (source: string): string => PARTS.find(([, pattern]) => pattern.test(source))?.[0] ?? 'other'

/** Source maps of the build, by script. A build with them has the same scripts under the same names. */
async function buildMaps(): Promise<Map<string, SourceMap>> {
  const outDir = mkdtempSync('/tmp/puoti-maps-')
  try {
    await build({
      configFile: join(import.meta.dirname, '../vite.config.ts'),
      logLevel: 'silent',
      build: { outDir, sourcemap: 'hidden' },
    })
    const names = readdirSync(join(outDir, 'assets')).filter(name => name.endsWith('.js.map'))
    return new Map(
      names.map(name => {
        // Vite wrote it.
        const payload = JSON.parse(readFileSync(join(outDir, 'assets', name), 'utf8')) as SourceMapPayload
        return [name.replace(/\.map$/, ''), new SourceMap(payload)]
      }),
    )
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** The source of a position of a script, both counted from 0; empty where none is known. */
function sourceAt(map: SourceMap | undefined, line: number, column: number): string {
  const entry = map?.findEntry(line, column)
  return entry && 'originalSource' in entry ? entry.originalSource : ''
}

/** The text of each part in a script. */
function collectTexts(script: string, map: SourceMap | undefined): Map<string, string> {
  const texts = new Map<string, string>()
  const STEP = 8
  script.split('\n').forEach((text, line) => {
    for (let column = 0; column < text.length; column += STEP) {
      const part = findPart(sourceAt(map, line, column))
      texts.set(part, (texts.get(part) ?? '') + text.slice(column, column + STEP))
    }
  })
  return texts
}

/** Brotli bytes by part: each script's are shared out by the size of its parts, compressed apart from the others. */
function bytesByPart(maps: ReadonlyMap<string, SourceMap>): Map<string, number> {
  const manifest = readWebManifest(WEB_DIR)
  const bytes = new Map<string, number>()
  for (const key of reachableFrom(manifest, FIRST_VIEW)) {
    const file = manifest[key]?.file ?? ''
    if (!file.endsWith('.js')) continue
    const script = readFileSync(join(WEB_DIR, file), 'utf8')
    const texts = collectTexts(script, maps.get(file.replace('assets/', '')))
    const sizes = [...texts].map(([part, text]) => [part, brotliCompressSync(text).length] as const)
    const sum = sizes.reduce((total, [, size]) => total + size, 0)
    const whole = brotliCompressSync(script).length
    for (const [part, size] of sizes) bytes.set(part, (bytes.get(part) ?? 0) + (whole * size) / sum)
  }
  return bytes
}

type Frame = { url: string; lineNumber: number; columnNumber: number; functionName: string }
type Profile = {
  nodes: { id: number; callFrame: Frame }[]
  samples?: number[]
  timeDeltas?: number[]
}

/** Milliseconds of own time by part; what is in no script is the browser's. */
function timesByPart({ nodes, samples = [], timeDeltas = [] }: Profile, maps: ReadonlyMap<string, SourceMap>) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, number>()
  samples.forEach((id, at) => {
    const { url = '', lineNumber = 0, columnNumber = 0, functionName = '' } = frames.get(id) ?? {}
    if (functionName === '(idle)') return
    const script = /\/assets\/(.+\.js)/.exec(url)?.[1]
    const part =
      script === undefined ? 'the browser itself' : findPart(sourceAt(maps.get(script), lineNumber, columnNumber))
    times.set(part, (times.get(part) ?? 0) + (timeDeltas[at] ?? 0) / 1000)
  })
  return times
}

/** Profiles first visits of a signed-in shopper until the first product is shown. */
async function profileVisits(maps: ReadonlyMap<string, SourceMap>): Promise<Map<string, number>[]> {
  const shop = await RunningShop.open()
  const browser = await openBrowser()
  try {
    const context = await newPhone(browser, shop.origin)
    await signUp(context, shop)
    const state = await context.storageState()
    const visits: Map<string, number>[] = []
    for (let visit = 0; visit < VISITS; visit++) {
      const phone = await newPhone(browser, shop.origin, state)
      const page = await phone.newPage()
      await slowDown(page, { network: false })
      const session = await phone.newCDPSession(page)
      await session.send('Profiler.enable')
      await session.send('Profiler.setSamplingInterval', { interval: 500 })
      await session.send('Profiler.start')
      await page.goto('/home')
      await page.locator('main h3').first().waitFor()
      const { profile } = await session.send('Profiler.stop')
      visits.push(timesByPart(profile, maps))
      await phone.close()
    }
    return visits
  } finally {
    await browser.close()
    await shop.close()
  }
}

const maps = await buildMaps()
const bytes = bytesByPart(maps)
const visits = await profileVisits(maps)
const parts = new Set([...bytes.keys(), ...visits.flatMap(times => [...times.keys()])])
const rows = [...parts].map(part => {
  const ms = median(visits.map(times => times.get(part) ?? 0))
  return { part, kilobytes: (bytes.get(part) ?? 0) / 1000, ms }
})
console.log('| part | kB of brotli | ms of processor time, a quarter of this machine’s speed |\n| --- | --- | --- |')
for (const { part, kilobytes, ms } of rows.toSorted((a, b) => b.kilobytes - a.kilobytes))
  console.log(`| ${part} | ${kilobytes.toFixed(1)} | ${ms.toFixed(0)} |`)
const total = (unit: 'kilobytes' | 'ms') => rows.reduce((sum, row) => sum + row[unit], 0)
console.log(`| together | ${total('kilobytes').toFixed(1)} | ${total('ms').toFixed(0)} |`)
