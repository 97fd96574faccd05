// Runs in the decode worker before the app's own script. The browser slows a page's main thread but no worker, so this keeps the
// worker busy before each response, until it has taken `slowdown` times as long.
let startedMs = 0
addEventListener('message', () => (startedMs = performance.now()))
const answer = globalThis.postMessage.bind(globalThis)
globalThis.postMessage = (...message) => {
  const nowMs = performance.now()
  const untilMs = nowMs + (globalThis.slowdown - 1) * (nowMs - startedMs)
  while (performance.now() < untilMs);
  answer(...message)
}
