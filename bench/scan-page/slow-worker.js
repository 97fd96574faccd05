// Runs in the decode worker before the app's own script: the browser slows a page's main thread and no worker, so each
// answer is held back, at work, for as many more times as it took.
let startedMs = 0
addEventListener('message', () => (startedMs = performance.now()))
const answer = globalThis.postMessage.bind(globalThis)
globalThis.postMessage = (...message) => {
  const nowMs = performance.now()
  const untilMs = nowMs + (globalThis.slowdown - 1) * (nowMs - startedMs)
  while (performance.now() < untilMs);
  answer(...message)
}
