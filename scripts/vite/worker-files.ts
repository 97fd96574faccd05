import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWebManifest, reachableFrom } from './web-manifest.ts'

/** A file that the service worker caches. `revision` null: the name contains a hash. `later`: fetched when the app is idle. */
export type WorkerFile = { url: string; revision: string | null }

/** Marks files that the worker fetches only when the page reports that it is idle. */
const LATER = 'later'

const FILES = /\.(?:woff2|svg|json|css)$/

// The back office: its parts and theme, its texts, and the style of its map.
const FOR_ADMINS = /^(?:back-office\/|app\/office-pages|kit\/theme\/office-theme)|locales\/admin-|leaflet/

const isLater = (file: string) => /\.wasm$|worker.*\.js$|latin-ext/.test(file)

const getRevision = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)

/** A web worker's script and its files are in no manifest; the script that starts the worker contains its name. */
function namedBy(outDir: string, files: readonly string[], pattern: RegExp): string[] {
  const texts = files.filter(file => file.endsWith('.js')).map(file => readFileSync(join(outDir, file), 'utf8'))
  const names = readdirSync(join(outDir, 'assets')).filter(name => pattern.test(name))
  return names.filter(name => texts.some(text => text.includes(name))).map(name => `assets/${name}`)
}

/** The app's page, everything that a shopper's screens need, and for later the decoder and rarely used files. */
export function workerFiles(outDir: string): WorkerFile[] {
  const manifest = readWebManifest(outDir)
  // The back office needs a network in any case.
  const chunks = [...reachableFrom(manifest, ['index.html'], key => !FOR_ADMINS.test(key))].flatMap(
    key => manifest[key] ?? [],
  )
  const loaded = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
  const drawn = Object.entries(manifest)
    .filter(([key, { file }]) => FILES.test(file) && !FOR_ADMINS.test(key))
    .map(([, { file }]) => file)
  const workers = namedBy(outDir, loaded, /worker.*\.js$/)
  const files = new Set([...loaded, ...drawn, ...workers, ...namedBy(outDir, workers, /\.wasm$/)])
  const fixed = ['favicon.svg', 'manifest.webmanifest'].map(name => ({ url: `/${name}`, file: name }))
  return [
    ...[{ url: '/cached-page', file: 'index.html' }, ...fixed].map(({ url, file }) => ({
      url,
      revision: getRevision(join(outDir, file)),
    })),
    ...[...files].toSorted().map(file => ({ url: `/${file}`, revision: isLater(file) ? LATER : null })),
  ]
}
