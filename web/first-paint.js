// Inlined into the page; runs before anything has been fetched.

// A scanner may type before anything listens: its keys are kept for the first caller, each with its field's value before it.
const keys = []
const keep = event => {
  if (keys.push({ event, before: event.target.value }) > 200) keys.shift()
}
addEventListener('keydown', keep, true)
window.takeEarlyKeys = () => {
  removeEventListener('keydown', keep, true)
  return keys.splice(0)
}

const isHome = ['/', '/home'].includes(location.pathname)
const { lang, dataset } = document.documentElement

// The first answers are requested before the scripts arrive, for the first caller of each (call-api.ts). A browser that stores
// answers shows those, and asks with their ETags.
const early = new Map()
const ask = (method, path) => {
  const url = `/api/${path}?lang=${lang}`
  const key = `${method} ${url}`
  const response = fetch(url, { method, headers: { Accept: 'application/json' }, cache: 'no-store' })
  early.set(key, { sentMs: Date.now(), response })
  // What was refused is asked again by whoever signs in on this page; but who is signed in is known.
  const forget = () => early.delete(key)
  response.then(({ ok }) => ok || method === 'POST' || forget(), forget)
}
window.takeEarlyAnswer = (method, url) => {
  const key = `${method} ${url}`
  const asked = early.get(key)
  // After a change, such as of the store, all are out of date.
  if (asked || method === 'GET') early.delete(key)
  else early.clear()
  return Date.now() - asked?.sentMs < 30_000 ? asked : undefined
}
try {
  if (localStorage.getItem('puoti-answer-user') === null) {
    ask('POST', 'authenticate')
    // The page that the service worker stores is the same for visitors.
    if (isHome && dataset.first === 'shopper' && !navigator.serviceWorker?.controller)
      ['stores', 'products'].forEach(path => ask('GET', path))
  }
} catch {
  // Without storage, the app asks when it starts.
}

// Shows the name of the shopper's store at once.
const answerOf = path => JSON.parse(localStorage.getItem(`puoti-answer-${path}`)).answer

try {
  const { activeStoreId } = answerOf('user')
  const { name, address } = answerOf('stores').find(({ id }) => id === activeStoreId)
  const card = document.querySelector('.first-paint-store')
  if (isHome) {
    card.querySelector('b').textContent = name
    card.querySelector('p').textContent = address
  }
} catch {
  // No stored shopper: only the outline is shown.
}
