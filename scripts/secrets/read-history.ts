import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

/** One object of git: a former version of a file, or a commit message. `place`: one of its paths. */
export type Stored = { id: string; place: string; bytes: Buffer }

/** Every object reachable from any branch or tag, once; trees are left out. */
export async function* readHistory(root: string): AsyncGenerator<Stored> {
  const places = await placesIn(root)
  const git = spawn('git', ['cat-file', '--batch', '--buffer'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  git.stdin.end([...places.keys()].map(id => `${id}\n`).join(''))
  for await (const { id, kind, bytes } of objectsIn(git.stdout)) {
    if (kind !== 'tree') yield { id, place: places.get(id) || kind, bytes }
  }
}

/** The ids of all objects, with a path for those that have one. */
async function placesIn(root: string): Promise<Map<string, string>> {
  const git = spawn('git', ['rev-list', '--objects', '--all'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(git, 'close')
  const chunks: Buffer[] = []
  // A stream without an encoding emits buffers.
  for await (const chunk of git.stdout) chunks.push(chunk as Buffer)
  const [code] = await ended
  if (code !== 0) throw new Error('git could not list the history of this directory')
  const lines = Buffer.concat(chunks).toString('utf8').split('\n').filter(Boolean)
  return new Map(lines.map(line => [line.slice(0, 40), line.slice(41)]))
}

type Cut = { id: string; kind: string; bytes: Buffer }

/** The format of `git cat-file --batch`: a line of id, kind and length, the bytes, a newline. */
async function* objectsIn(stream: Readable): AsyncGenerator<Cut> {
  let chunks: Buffer[] = []
  let [length, needed] = [0, 1]
  for await (const chunk of stream) {
    // A stream without an encoding emits buffers.
    const bytes = chunk as Buffer
    chunks.push(bytes)
    length += bytes.length
    if (length < needed) continue
    let rest: Buffer = Buffer.concat(chunks)
    for (;;) {
      const cut = cutOne(rest)
      if (typeof cut === 'number') {
        needed = cut
        break
      }
      yield cut
      rest = rest.subarray(cut.end)
    }
    chunks = [rest]
    length = rest.length
  }
}

/** The first complete object, or the number of bytes needed before there can be one. */
function cutOne(bytes: Buffer): (Cut & { end: number }) | number {
  const headEnd = bytes.indexOf('\n')
  if (headEnd < 0) return bytes.length + 1
  const [id = '', kind = '', size = '0'] = bytes.toString('latin1', 0, headEnd).split(' ')
  const end = headEnd + 1 + Number(size) + 1
  if (bytes.length < end) return end
  return { id, kind, bytes: bytes.subarray(headEnd + 1, end - 1), end }
}
