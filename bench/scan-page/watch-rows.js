// Runs in the page before the app: a worker feeds the camera, other workers are slowed, and the script records when the row of
// the last shown product has been painted.
{
  const PlainWorker = globalThis.Worker
  const feeder = new PlainWorker('/bench/feed-camera.js')
  const bench = { shownMs: NaN, wanted: undefined, painted: undefined }
  feeder.addEventListener('message', ({ data }) => (bench.shownMs = data.shownMs))
  /** Shows a code until its row is painted or `patienceMs` pass. Resolves to the duration, or null. */
  bench.scan = (row, name, patienceMs) =>
    new Promise(resolve => {
      const finish = result => {
        bench.wanted = undefined
        feeder.postMessage({ row: null })
        resolve(result)
      }
      const late = setTimeout(() => finish(null), patienceMs)
      bench.wanted = name
      bench.painted = paintedMs => {
        clearTimeout(late)
        finish(paintedMs - bench.shownMs)
      }
      feeder.postMessage({ row })
    })
  globalThis.bench = bench
  globalThis.Worker = class extends PlainWorker {
    constructor(url, options) {
      super(`/bench/slowed-worker.js?script=${encodeURIComponent(new URL(url, location.href).pathname)}`, options)
    }
  }
  navigator.mediaDevices.getUserMedia = async () => {
    const track = new MediaStreamTrackGenerator({ kind: 'video' })
    feeder.postMessage({ writable: track.writable }, [track.writable])
    return new MediaStream([track])
  }
  const note = () => {
    const row = document.querySelector('main li[data-last="true"] h2')
    if (bench.wanted === undefined || row?.textContent !== bench.wanted) return
    bench.wanted = undefined
    // The second frame begins after the row has been painted.
    requestAnimationFrame(() => requestAnimationFrame(() => bench.painted(performance.timeOrigin + performance.now())))
  }
  new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true })
}
