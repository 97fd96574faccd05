// Inlined into the page; runs before anything has been fetched.

// A scanner may type before anything listens: its keys are kept for the first caller, each with its field's value before it.
const keys = []
const keep = event => {
  if (keys.push({ event, before: event.target.value }) > 200) keys.shift()
}
addEventListener('keydown', keep, true)
window.consumeEarlyKeys = () => {
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
  return response
}
// The server saw no session when it sent the page, which has what `authenticate` would answer: a refusal with a token. A page from
// a cache may be older than a sign-in.
const takeRefusal = () => {
  const csrf_token = document.querySelector('meta[name="puoti-visitor"]').content
  const isSent = performance.getEntriesByType('navigation')[0]?.transferSize > 0
  if (dataset.first !== 'visitor' || !csrf_token || !isSent) return false
  const response = new Response(JSON.stringify({ code: 'session.required', csrf_token }), { status: 401 })
  early.set(`POST /api/authenticate?lang=${lang}`, { sentMs: Date.now(), response: Promise.resolve(response) })
  return true
}
window.consumeEarlyAnswer = (method, url) => {
  const key = `${method} ${url}`
  const asked = early.get(key)
  // After a change, such as of the store, all are out of date.
  if (asked || method === 'GET') early.delete(key)
  else early.clear()
  return Date.now() - asked?.sentMs < 30_000 ? asked : undefined
}
// Shows the name of the shopper's store before the app does, if the page has not been rendered yet.
const showStore = ({ activeStoreId }, stores) => {
  const { name, address } = stores.find(({ id }) => id === activeStoreId)
  const card = document.querySelector('.first-paint-store')
  card.querySelector('b').textContent = name
  card.querySelector('p').textContent = address
}
const storedAnswer = path => JSON.parse(localStorage.getItem(`puoti-answer-${path}`)).answer
const showEarlyStore = async (...responses) => {
  const [{ user }, stores] = await Promise.all(responses.map(async response => (await response).clone().json()))
  showStore(user, stores)
}
try {
  if (localStorage.getItem('puoti-answer-user') !== null) {
    if (isHome) showStore(storedAnswer('user'), storedAnswer('stores'))
  } else if (!takeRefusal()) {
    const session = ask('POST', 'authenticate')
    // The page that the service worker stores is the same for visitors.
    if (isHome && dataset.first === 'shopper' && !navigator.serviceWorker?.controller) {
      const [stores] = ['stores', 'products'].map(path => ask('GET', path))
      // Only the outline is shown if nobody is signed in, no store is chosen, or the app has been rendered.
      showEarlyStore(session, stores).catch(() => {})
    }
  }
} catch {
  // Without storage, the app asks when it starts.
}
