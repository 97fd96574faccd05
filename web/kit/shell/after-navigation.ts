import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { tabStorage } from '#web/kit/api/browser-storage.ts'

const STORAGE_KEY = 'scroll-positions'

/** The scroll position of each history entry, by its key. */
const positions = new Map<string, number>(readPositions())

function readPositions(): [string, number][] {
  try {
    const kept: unknown = JSON.parse(tabStorage.read(STORAGE_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.flatMap(readPosition) : []
  } catch {
    return []
  }
}

function readPosition(kept: unknown): [string, number][] {
  if (!Array.isArray(kept)) return []
  const [key, top]: unknown[] = kept
  return typeof key === 'string' && typeof top === 'number' ? [[key, top]] : []
}

const keepPositions = () => void tabStorage.write(STORAGE_KEY, JSON.stringify([...positions]))

/** A page opens at its top; Back, Forward and a reload restore its scroll position. */
export function useScrollMemory(): void {
  const { key } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  useEffect(() => {
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])
  useLayoutEffect(() => {
    scrollTo(0, isReturn ? (positions.get(key) ?? 0) : 0)
    const note = () => void positions.set(key, scrollY)
    const keep = () => {
      note()
      keepPositions()
    }
    addEventListener('scroll', note, { passive: true })
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('scroll', note)
      removeEventListener('pagehide', keep)
    }
  }, [key, isReturn])
}

/** Moves the focus to the heading when another page opens, unless the page has moved it itself. */
export function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    if (main.current?.contains(document.activeElement) === true) return
    const heading = main.current?.querySelector<HTMLElement>('h1[tabindex]')
    ;(heading ?? main.current)?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
