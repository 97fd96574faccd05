import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

// Without index.html: the server inserts a fresh nonce on every response.
const COMPRESSIBLE = /\.(?:css|js|json|map|svg|txt|wasm|webmanifest)$/

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  const brotliOptions = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  await Promise.all([
    promisify(brotliCompress)(bytes, brotliOptions).then(packed => writeFile(`${path}.br`, packed)),
    promisify(gzip)(bytes, { level: 9 }).then(packed => writeFile(`${path}.gz`, packed)),
  ])
}

/** A file kept from an earlier build is already compressed. */
async function isPacked(path: string): Promise<boolean> {
  return existsSync(`${path}.br`) && (await stat(`${path}.br`)).mtimeMs >= (await stat(path)).mtimeMs
}

/** Writes a .br and a .gz beside every text file and wasm, so that the server never compresses a static file. */
export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ root, build }) => void (outDir = resolve(root, build.outDir)),
    closeBundle: {
      // After the service worker has been written.
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
        const files = entries.filter(entry => entry.isFile() && COMPRESSIBLE.test(entry.name))
        const paths = files.map(file => join(file.parentPath, file.name))
        await Promise.all(paths.map(async path => ((await isPacked(path)) ? undefined : compressFile(path))))
      },
    },
  }
}
