const IDLE_TIMEOUT_MS = 3000

/** Resolves when the page has loaded and the browser is idle. */
export async function afterLoad(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise(resolve => addEventListener('load', resolve, { once: true }))
  }
  await new Promise<void>(resolve => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(resolve, 200)
  })
}
