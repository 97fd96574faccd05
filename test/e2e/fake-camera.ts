import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { barcodeBars } from './barcode-bars.ts'

const SCRIPT = join(import.meta.dirname, 'fake-camera.js')

export type FakeLens = { id: string; label: string; capabilities: object }

export type FakeCameraSetup = {
  lenses?: FakeLens[]
  /** The permission state before the first request; "prompt" by default. */
  permission?: 'prompt' | 'granted' | 'denied'
  /** The names of the errors of the next requests, one each. */
  refusals?: string[]
}

/** The constraints of one request. */
export type CameraRequest = {
  deviceId?: { ideal?: string; exact?: string }
  width?: { ideal: number }
  [name: string]: unknown
}

export const GOOD_LENS: FakeLens = {
  id: 'main',
  label: 'camera2 0, facing back',
  capabilities: { torch: true, focusMode: ['manual', 'continuous'], zoom: { min: 1, max: 8 } },
}
export const WIDE_LENS: FakeLens = {
  id: 'wide',
  label: 'camera2 2, facing back',
  capabilities: { focusMode: ['none'] },
}

/** A fake camera in place of the browser's; the test controls its picture, lenses and failures. */
export class FakeCamera {
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  /** Call before the page is opened. */
  static async install(page: Page, setup: FakeCameraSetup = {}): Promise<FakeCamera> {
    await page.addInitScript(`globalThis.fakeCameraSetup = ${JSON.stringify(setup)}`)
    await page.addInitScript({ path: SCRIPT })
    return new FakeCamera(page)
  }

  /** Holds a code before the camera, or (undefined) removes it. */
  readonly display = (code: string | undefined) =>
    code === undefined ? this.#run('fakeCamera.rows = []') : this.displayRows([barcodeBars(code)])
  /** The same with a symbol: a row of bars, or all rows of squares; 1 is dark. */
  readonly displayRows = (rows: readonly string[], { degrees = 0 } = {}) =>
    this.#run(`Object.assign(fakeCamera, ${JSON.stringify({ rows, degrees })})`)

  readonly calls = () => this.#page.evaluate<CameraRequest[]>('fakeCamera.calls')
  readonly callCount = async () => (await this.calls()).length
  /** The last constraints applied to the track. */
  readonly applied = () => this.#page.evaluate<Record<string, unknown> | undefined>('fakeCamera.applied.at(-1)')
  readonly refuse = (...names: string[]) => this.#run(`fakeCamera.refusals.push(...${JSON.stringify(names)})`)
  readonly setDead = (isDead: boolean) => this.#run(`fakeCamera.isDead = ${isDead}`)
  readonly allow = () => this.#run(`fakeCamera.permission = 'granted'`)
  readonly end = () => this.#run('fakeCamera.end()')
  readonly setMuted = (isMuted: boolean) => this.#run(`fakeCamera.setMuted(${isMuted})`)
  /** As when the shopper comes back from another app. */
  readonly comeBack = () => this.#run(`dispatchEvent(new Event('focus'))`)

  async #run(script: string): Promise<void> {
    await this.#page.evaluate(`void (${script})`)
  }
}
