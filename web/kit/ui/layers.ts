import { useEffect, useEffectEvent } from 'react'

type CloseLayer = () => void

// Dialogs, sheets, popovers, menus: the layers over the page, the topmost last.
const openLayers: { close: CloseLayer }[] = []
const listeners = new Set<() => void>()

const notifyListeners = () => listeners.forEach(listener => listener())

/** Registers a layer over the page until the returned function is called; `close` is called when the user goes back. */
function openLayer(close: CloseLayer): () => void {
  const layer = { close }
  openLayers.push(layer)
  notifyListeners()
  return () => {
    openLayers.splice(openLayers.indexOf(layer) >>> 0, 1)
    notifyListeners()
  }
}

export const hasLayers = (): boolean => openLayers.length > 0

export const closeTopLayer = (): void => openLayers.at(-1)?.close()

export function onLayers(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** While `isOpen`, Back closes this layer and does not leave the page. */
export function useBackCloses(isOpen: boolean, close: CloseLayer): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => (isOpen ? openLayer(() => closeNow()) : undefined), [isOpen])
}
