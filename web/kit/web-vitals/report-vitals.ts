import type { Metric } from 'web-vitals'
import { MEASURED_PAGES, webVitals } from '#contract/operations/web-vitals.ts'
import { callApi } from '#web/kit/api/call-api.ts'

/** Only the first part of an address: a login link contains a secret. */
function getMeasuredPage(pathname: string): (typeof MEASURED_PAGES)[number] {
  const first = `/${pathname.split('/')[1] ?? ''}`
  return MEASURED_PAGES.find(page => page === first) ?? 'other'
}

/** Measures the page and reports only to our own server, when the page is hidden. */
export async function reportVitals(): Promise<void> {
  if (!import.meta.env.PROD) return
  const page = getMeasuredPage(location.pathname)
  const waiting = new Map<Metric['name'], Metric>()
  const collect = (metric: Metric) => void waiting.set(metric.name, metric)
  const send = () => {
    if (document.visibilityState !== 'hidden' || !navigator.onLine) return
    for (const { name, value, rating } of waiting.values()) {
      void callApi(webVitals.report, { body: { name, value, rating, path: page }, keepalive: true }).catch(
        () => undefined,
      )
    }
    waiting.clear()
  }
  try {
    const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import('web-vitals')
    for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) measure(collect)
  } catch {
    return
  }
  // Runs after the library has handled the event, which completes some measures.
  document.addEventListener('visibilitychange', () => setTimeout(send))
  addEventListener('pagehide', send)
}
