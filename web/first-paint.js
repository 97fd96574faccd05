// Runs within the page, before anything has been fetched.

// A scanner may type before anything listens: its keys wait here for whoever asks first, each with what stood in its field.
const keys = []
const keep = event => {
  if (keys.push({ event, before: event.target.value }) > 200) keys.shift()
}
addEventListener('keydown', keep, true)
window.takeEarlyKeys = () => {
  removeEventListener('keydown', keep, true)
  return keys.splice(0)
}

// The name of the store that the shopper was in stands at once.
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
  // Nobody shopped here before: the outline alone stands.
}
