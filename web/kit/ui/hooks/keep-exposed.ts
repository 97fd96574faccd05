/**
 * Keeps an element readable while a dialog is open: dialogs hide every other child of body from screen readers, but messages must
 * still be announced. Returns a function that stops it.
 */
export function keepExposed(element: HTMLElement): () => void {
  const expose = () => {
    if (element.hasAttribute('aria-hidden')) element.removeAttribute('aria-hidden')
  }
  const observer = new MutationObserver(expose)
  observer.observe(element, { attributes: true, attributeFilter: ['aria-hidden'] })
  expose()
  return () => observer.disconnect()
}
