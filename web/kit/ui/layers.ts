import { useEffect, useEffectEvent } from 'react'

type Close = () => void

// Dialogs, sheets, popovers, menus: the layers over the page, the topmost last.
const layers: { close: Close }[] = []
const listeners = new Set<() => void>()

const notifyListeners = () => listeners.forEach(listener => listener())

/** Registers a layer over the page until the returned function is called; `close` is called when the user goes back. */
function openLayer(close: Close): () => void {
  const layer = { close }
  layers.push(layer)
  notifyListeners()
  return () => {
    layers.splice(layers.indexOf(layer) >>> 0, 1)
    notifyListeners()
  }
}

export const hasLayers = (): boolean => layers.length > 0

export const closeTopLayer = (): void => layers.at(-1)?.close()

export function onLayers(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** While `isOpen`, Back closes this layer and does not leave the page. */
export function useBackCloses(isOpen: boolean, close: Close): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => (isOpen ? openLayer(() => closeNow()) : undefined), [isOpen])
}
