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

// Shows the name of the shopper's store at once.
const answerOf = path => JSON.parse(localStorage.getItem(`puoti-answer-${path}`)).answer

try {
  const { activeStoreId } = answerOf('user')
  const { name, address } = answerOf('stores').find(({ id }) => id === activeStoreId)
  const card = document.querySelector('.first-paint-store')
  if (['/', '/home'].includes(location.pathname)) {
    card.querySelector('b').textContent = name
    card.querySelector('p').textContent = address
  }
} catch {
  // No stored shopper: only the outline is shown.
}
